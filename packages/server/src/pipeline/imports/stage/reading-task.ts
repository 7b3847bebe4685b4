import type { Secret } from '../../../core/settings/secret.ts';
import type { InputPosition } from '../../../stores/postgres/imports/runs.ts';
import type { ReaderName } from '../input/reader-name.ts';

/** What to read, as plain data that can be sent to another thread. */
export interface ReadingTask {
  files: readonly string[];
  reader: ReaderName;
  source: { id: number; name: string };
  secret: Secret;
  from: InputPosition;
  stepRows: number;
  /** Whether rows get fingerprints, and the memory of the rows that are recognized by them. */
  fingerprints?: boolean;
  known?: SharedArrayBuffer | undefined;
}
