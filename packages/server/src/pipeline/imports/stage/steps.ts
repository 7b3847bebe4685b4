import { deriveId } from '../../../core/settings/secret.ts';
import { handlesOf } from '../../../knowledge/rules/contacts/handles.ts';
import type { Placed } from '../../../knowledge/sources/formats/format.ts';
import { Reject, Skip } from '../../../knowledge/sources/row-outcome.ts';
import {
  type FileFacts,
  type InputPosition,
  noReasons,
  type ReasonCounts,
} from '../../../stores/postgres/imports/runs.ts';
import type { StageLines } from '../../../stores/postgres/imports/stage.ts';
import {
  type Row,
  toCompanyLine,
  toKnownLine,
  toPersonLine,
  toRejectionLine,
} from '../../../stores/postgres/imports/stage-line.ts';
import { inSource } from '../../identity/described/described-company.ts';
import { openReader } from '../input/open-reader.ts';
import { type Reader, type ReadingTask, RecordWithWarnings } from '../input/reader.ts';
import { type Fingerprint, fingerprintOf, fingerprintText, KnownRows } from './known-rows.ts';
import { type RawRows, rawRowsOf } from './raw-rows.ts';
import { toRow } from './to-row.ts';

/** A number of rows, ready to be staged. */
export interface Step {
  at: InputPosition;
  lines: StageLines;
  /** Rows that are staged, including rejected ones, and one for all recognized rows. */
  staged: number;
  /** Rows that were recognized by their fingerprints: the database has their records. */
  known: number;
  reasons: ReasonCounts;
}

class StepBuilder {
  readonly #task: ReadingTask;
  readonly #companies = new EncodedLines();
  readonly #people = new EncodedLines();
  readonly #rejections = new EncodedLines();
  #staged = 0;
  #reasons = noReasons();
  readonly #databaseRows: KnownRows | undefined;
  #known: { lines: number[]; fingerprints: string[] } = { lines: [], fingerprints: [] };

  constructor(task: ReadingTask) {
    this.#task = task;
    this.#databaseRows = task.known && new KnownRows(task.known);
  }

  #count(outcome: keyof ReasonCounts, reason: string, rows = 1): void {
    const reasons = this.#reasons[outcome];
    reasons[reason] = (reasons[reason] ?? 0) + rows;
  }

  #reject(file: string, line: number, { reason, key }: Reject): void {
    this.#count('rejected', reason);
    this.#staged += 1;
    this.#rejections.add(toRejectionLine({ file, line, reason, key: key ?? null }));
  }

  #isKnown(fingerprint: Fingerprint, line: number): boolean {
    if (!this.#databaseRows?.has(fingerprint)) return false;
    this.#known.lines.push(line);
    this.#known.fingerprints.push(fingerprintText(fingerprint));
    return true;
  }

  #place(row: Row, line: number, taken: Fingerprint | undefined): void {
    const { source, secret } = this.#task;
    const founder = { source: source.name, key: row.key };
    this.#staged += 1;
    if (row.kind === 'company') {
      const candidate = deriveId('c', secret.companyIdKey, founder);
      const fingerprint = taken ? fingerprintText(taken) : null;
      this.#companies.add(toCompanyLine({ ...row, line, candidate, fingerprint }));
      return;
    }
    const companyRef = inSource(row.companyRef, source.id);
    const candidate = deriveId('p', secret.personIdKey, founder);
    // Of people who were erased, the database has only a hash of the id.
    const handles = [...row.handles, ...handlesOf(secret.contactKeys, 'person', candidate)];
    this.#people.add(toPersonLine({ ...row, line, companyRef, candidate, handles }));
  }

  add(part: string, { line, row }: Placed<unknown>, number: number, reader: Reader): void {
    const fingerprint = this.#task.fingerprints && !(row instanceof Reject) ? fingerprintOf(row) : undefined;
    if (fingerprint && this.#isKnown(fingerprint, number)) return;
    const outcome = row instanceof Reject ? row : reader.toOutcome(row);
    if (outcome instanceof Skip) {
      this.#count('skipped', outcome.reason);
      return;
    }
    if (outcome instanceof RecordWithWarnings) for (const note of outcome.notes) this.#count('noted', note);
    const record = outcome instanceof RecordWithWarnings ? outcome.record : outcome;
    const staged = record instanceof Reject ? record : toRow(record, this.#task.secret);
    if (staged instanceof Reject) this.#reject(part, line, staged);
    else this.#place(staged, number, fingerprint);
  }

  skip(reason: string, rows: number): void {
    this.#count('skipped', reason, rows);
  }

  finish(at: InputPosition): Step {
    const known = this.#known.lines.length;
    const lines = {
      companies: this.#companies.take(),
      people: this.#people.take(),
      rejections: this.#rejections.take(),
      known: new TextEncoder().encode(known > 0 ? toKnownLine(this.#known) : ''),
    };
    const step = { at, lines, staged: this.#staged + (known > 0 ? 1 : 0), known, reasons: this.#reasons };
    this.#staged = 0;
    this.#known = { lines: [], fingerprints: [] };
    this.#reasons = noReasons();
    return step;
  }
}

/**
 * Converts rows; returns the step that they end. Each step is converted on its own, so that several threads can share the
 * work.
 */
export function openConverter(task: ReadingTask): (raw: RawRows) => Step | undefined {
  const reader = openReader(task.reader, task.secret);
  const builder = new StepBuilder(task);
  return ({ at, endsStep, first, parts, lines, rows, rejected, skipped }) => {
    const rejections = new Map(rejected.map(({ index, reason, key }) => [index, new Reject(reason, key)]));
    let part = 0;
    for (const [index, row] of rows.entries()) {
      const outcome = rejections.get(index) ?? row;
      if (outcome === undefined) continue;
      while (parts[part + 1] && index >= (parts[part + 1] as (typeof parts)[number]).from) part += 1;
      const placed = { line: lines[index] as number, row: outcome };
      builder.add((parts[part] as (typeof parts)[number]).name, placed, first + index, reader);
    }
    for (const [reason, count] of Object.entries(skipped)) builder.skip(reason, count);
    return endsStep ? builder.finish(at) : undefined;
  };
}

/** Reads the input from a position on, step by step; returns the facts about the files at the end. */
export async function* stepsOf(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const toStep = openConverter(task);
  const raw = rawRowsOf(task);
  for (;;) {
    const { done, value } = await raw.next();
    if (done) return value;
    const step = toStep(value);
    if (step) yield step;
  }
}

/** A character of a string takes at most three bytes. */
const bytesPerCharacter = 3;

/** Lines of text as bytes. Kept as text, all lines of a step would outlive collections of garbage, and be copied by each. */
export class EncodedLines {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;

  add(line: string): void {
    const needed = this.#length + bytesPerCharacter * line.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(line, this.#length);
  }

  /** Returns the lines so far, in memory of their own, and starts again. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }
}
