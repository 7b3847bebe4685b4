import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import type { Secret } from '../secret.ts';
import { Reject } from '../sources/define-source.ts';
import type { TextRow } from '../sources/formats/json-row.ts';
import type { Trial } from '../sources/own/describe-mapping.ts';
import { explainFileError, type Part, partsOf } from './input.ts';
import { Noted } from './noted.ts';
import { openOwnTable, ownOutcome } from './own-reader.ts';
import type { OwnTableName } from './reader-name.ts';
import { toRow } from './to-row.ts';

/** Problems that are kept; more than anybody reads. */
const mostProblems = 10_000;
const keptRecords = 10;

/** What one file would become, found out by reading all of it and keeping nothing. */
class TrialRun {
  readonly records: (CompanyRecord | PersonRecord)[] = [];
  readonly problems: { line: number; reason: string }[] = [];
  readonly counts = { read: 0, usable: 0, rejected: 0 };

  #note(line: number, reason: string): void {
    if (this.problems.length < mostProblems) this.problems.push({ line, reason });
  }

  #reject(line: number, { reason }: Reject): void {
    this.counts.rejected += 1;
    this.#note(line, `rejected: ${reason}`);
  }

  add(line: number, outcome: Noted | Reject, secret: Secret): void {
    this.counts.read += 1;
    const checked = outcome instanceof Reject ? outcome : toRow(outcome.record, secret);
    if (checked instanceof Reject) this.#reject(line, checked);
    else if (outcome instanceof Noted) this.#accept(line, outcome);
  }

  #accept(line: number, { record, notes }: Noted): void {
    for (const note of notes) this.#note(line, note);
    this.counts.usable += 1;
    if (this.records.length < keptRecords) this.records.push(record);
  }
}

async function tryPart(part: Part, name: OwnTableName, secret: Secret): Promise<Trial> {
  const { detected, mapping, rows } = await openOwnTable(part, name);
  const trial = new TrialRun();
  const outcomeOf = (row: TextRow | Reject) =>
    row instanceof Reject ? row : ownOutcome(name, secret, { text: row, mapping });
  for await (const some of mapping.problems.length === 0 ? rows : []) {
    for (const { line, row } of some) trial.add(line, outcomeOf(row), secret);
  }
  return { file: part.name, detected, mapping, ...trial };
}

/** Tries the files of an own table, one after the other. */
export async function* tryFiles(files: readonly string[], name: OwnTableName, secret: Secret): AsyncGenerator<Trial> {
  for await (const part of partsOf(files, {}, [])) {
    try {
      yield await tryPart(part, name, secret);
    } catch (error) {
      throw explainFileError(error, part.name);
    }
  }
}
