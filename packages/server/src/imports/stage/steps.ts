import { inSource } from '../../identity/described/described-company.ts';
import { type FileFacts, type InputPosition, noReasons, type ReasonCounts } from '../../ledger/imports/runs.ts';
import type { StageLines } from '../../ledger/imports/stage.ts';
import { toCompanyLine, toPersonLine, toRejectionLine } from '../../ledger/imports/stage-line.ts';
import { deriveId, type Secret } from '../../settings/secret.ts';
import type { Placed } from '../../sources/formats/format.ts';
import { Reject, Skip } from '../../sources/row-outcome.ts';
import { explainFileError, type Part, partsOf } from '../input/files.ts';
import { openReader } from '../input/open-reader.ts';
import type { Reader } from '../input/reader.ts';
import type { ReaderName } from '../input/reader-name.ts';
import { RecordWithWarnings } from '../input/record-with-warnings.ts';
import type { Row } from './row.ts';
import { toRow } from './to-row.ts';

/** What to read, as plain data that can be sent to another thread. */
export interface ReadingTask {
  files: readonly string[];
  reader: ReaderName;
  source: { id: number; name: string };
  secret: Secret;
  from: InputPosition;
  stepRows: number;
}

/** A number of rows, ready to be staged. */
export interface Step {
  at: InputPosition;
  lines: StageLines;
  /** Rows that are staged, including rejected ones. */
  staged: number;
  reasons: ReasonCounts;
}

class StepBuilder {
  readonly #task: ReadingTask;
  #companies = '';
  #people = '';
  #rejections = '';
  #staged = 0;
  #reasons = noReasons();

  constructor(task: ReadingTask) {
    this.#task = task;
  }

  #count(outcome: keyof ReasonCounts, reason: string): void {
    const reasons = this.#reasons[outcome];
    reasons[reason] = (reasons[reason] ?? 0) + 1;
  }

  #reject(file: string, line: number, { reason, key }: Reject): void {
    this.#count('rejected', reason);
    this.#staged += 1;
    this.#rejections += toRejectionLine({ file, line, reason, key: key ?? null });
  }

  #place(row: Row, line: number): void {
    const { source, secret } = this.#task;
    const founder = { source: source.name, key: row.key };
    this.#staged += 1;
    if (row.kind === 'company') {
      this.#companies += toCompanyLine({ ...row, line, candidate: deriveId('c', secret.companyIdKey, founder) });
      return;
    }
    const companyRef = inSource(row.companyRef, source.id);
    const candidate = deriveId('p', secret.personIdKey, founder);
    this.#people += toPersonLine({ ...row, line, companyRef, candidate });
  }

  add(part: Part, { line, row }: Placed<unknown>, number: number, reader: Reader): void {
    const outcome = row instanceof Reject ? row : reader.toOutcome(row);
    if (outcome instanceof Skip) {
      this.#count('skipped', outcome.reason);
      return;
    }
    if (outcome instanceof RecordWithWarnings) for (const note of outcome.notes) this.#count('noted', note);
    const record = outcome instanceof RecordWithWarnings ? outcome.record : outcome;
    const staged = record instanceof Reject ? record : toRow(record, this.#task.secret);
    if (staged instanceof Reject) this.#reject(part.name, line, staged);
    else this.#place(staged, number);
  }

  finish(at: InputPosition): Step {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const lines = {
      companies: bytes(this.#companies),
      people: bytes(this.#people),
      rejections: bytes(this.#rejections),
    };
    const step = { at, lines, staged: this.#staged, reasons: this.#reasons };
    this.#companies = '';
    this.#people = '';
    this.#rejections = '';
    this.#staged = 0;
    this.#reasons = noReasons();
    return step;
  }
}

async function* rowsOf(part: Part, reader: Reader): AsyncGenerator<Placed<unknown>[]> {
  try {
    yield* reader.rowsOf(part);
  } catch (error) {
    throw explainFileError(error, part.name);
  }
}

/** Reads the input from a position on, step by step; returns the facts about the files at the end. */
export async function* stepsOf(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const { from, stepRows } = task;
  const reader = openReader(task.reader, task.secret);
  const builder = new StepBuilder(task);
  const facts: FileFacts[] = [];
  const at: InputPosition = { rows: from.before, part: -1, before: 0 };
  let open = 0;
  for await (const part of partsOf(task.files, reader, facts)) {
    at.part += 1;
    // Parts that were already staged completely are not opened.
    if (at.part < from.part) continue;
    at.before = at.rows;
    for await (const rows of rowsOf(part, reader)) {
      for (const row of rows) {
        at.rows += 1;
        if (at.rows <= from.rows) continue;
        builder.add(part, row, at.rows, reader);
        open += 1;
        if (open < stepRows) continue;
        yield builder.finish({ ...at });
        open = 0;
      }
    }
  }
  yield builder.finish({ ...at, rows: Math.max(at.rows, from.rows) });
  return facts;
}
