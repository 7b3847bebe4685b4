import type { Progress } from '../../core/output/progress.ts';
import type { Secret } from '../../core/settings/secret.ts';
import type { SourceClass } from '../../knowledge/profiles/precedence.ts';
import type { Refused } from '../../stores/postgres/imports/person-batch.ts';
import type { Run, Source } from '../../stores/postgres/imports/runs.ts';
import type { Client, Pool } from '../../stores/postgres/pool.ts';
import type { ReaderName } from './input/reader.ts';

/** Checks that an operator can override by name with `--allow`. */
export const safetyChecks = ['rows', 'rejected', 'shrink', 'unfinished'] as const;
export type SafetyCheck = (typeof safetyChecks)[number];

export interface ImportDeps {
  pool: Pool;
  secret: Secret;
  home: string;
  progress: Progress;
  /** Permanently removes everyone that suppressed rows identify, in the transaction of this connection. */
  suppressRefused(client: Client, refused: readonly Refused[]): Promise<void>;
}

export interface ImportOptions {
  files: readonly string[];
  source: string;
  class?: SourceClass;
  /** How the files are read; default: as records. */
  reader?: ReaderName;
  /** The expected number of rows. */
  expected?: { min: number; max: number };
  /** Added to the error of a failed check: what else the file may be, such as a delta file. */
  hint?: string;
  /** An input without rows is allowed, such as the delta file of a day without changes. */
  mayBeEmpty?: boolean;
  whole?: boolean;
  /** Safety checks that do not stop this import. */
  allow?: readonly SafetyCheck[];
  /** Rows per transaction. */
  batchSize: number;
  /** Threads that read large files; default: one. */
  lanes?: number;
}

/** The state and settings of one run. */
export interface RunContext extends ImportDeps {
  client: Client;
  source: Source;
  run: Run;
  files: readonly string[];
  reader: ReaderName;
  expected: ImportOptions['expected'];
  hint: ImportOptions['hint'];
  mayBeEmpty: ImportOptions['mayBeEmpty'];
  allow: readonly SafetyCheck[];
  batchSize: number;
  lanes: number;
}
