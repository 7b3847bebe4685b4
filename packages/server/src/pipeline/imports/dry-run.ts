import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import type { Secret } from '../../core/settings/secret.ts';
import type { TextRow } from '../../knowledge/sources/formats/json-lines.ts';
import { Reject } from '../../knowledge/sources/row-outcome.ts';
import type { Trial } from '../../knowledge/sources/tables/describe-mapping.ts';
import type { Mapping } from '../../knowledge/sources/tables/map-columns.ts';
import { ProblemGroups, shownValue } from '../../knowledge/sources/tables/problem-groups.ts';
import { DescribedRows, type OpenDatabase } from './dry-run-links.ts';
import { explainFileError, type Part, partsOf } from './input/files.ts';
import type { TableReaderName } from './input/reader.ts';
import { openTable, tableOutcome } from './input/table-reader.ts';
import { toRow } from './stage/to-row.ts';

const keptRecords = 10;

export interface TrialTask {
  name: TableReaderName;
  /** Names are hashed with it, so a trial that reads the database needs the secret of the database. */
  secret: Secret;
  /** The database in which the companies of people are found; undefined: it is not read. */
  openPool?: OpenDatabase | undefined;
}

/** The result of importing one file: all of it is read, and nothing is written. */
class TrialRun {
  readonly records: (CompanyRecord | PersonRecord)[] = [];
  readonly problems = new ProblemGroups();
  readonly described = new DescribedRows();
  readonly counts = { read: 0, usable: 0, rejected: 0 };
  readonly #task: TrialTask;
  readonly #mapping: Mapping;

  constructor(task: TrialTask, mapping: Mapping) {
    this.#task = task;
    this.#mapping = mapping;
  }

  add(line: number, row: TextRow | Reject): void {
    this.counts.read += 1;
    const rejected = row instanceof Reject ? row : this.#try(line, row);
    if (!rejected) return;
    this.counts.rejected += 1;
    this.problems.add(line, { reason: rejected.reason, rejected: true });
  }

  /** Returns why the row cannot be imported, or undefined if it can. */
  #try(line: number, text: TextRow): Reject | undefined {
    const { name, secret } = this.#task;
    const mapping = this.#mapping;
    const outcome = tableOutcome(name, secret, { text, mapping });
    const checked = outcome instanceof Reject ? outcome : toRow(outcome.record, secret);
    if (outcome instanceof Reject || checked instanceof Reject) return checked as Reject;
    for (const note of outcome.notes)
      this.problems.add(line, { reason: note, rejected: false, value: shownValue(note, text, mapping) });
    this.counts.usable += 1;
    const isKept = this.records.length < keptRecords;
    if (isKept) this.records.push(outcome.record);
    if (checked.kind === 'person') this.described.add(checked.companyRef, isKept);
    return undefined;
  }
}

async function tryPart(part: Part, task: TrialTask): Promise<Trial> {
  const { detected, mapping, rows } = await openTable(part, task.name);
  const run = new TrialRun(task, mapping);
  for await (const some of mapping.problems.length === 0 ? rows : []) {
    for (const { line, row } of some) run.add(line, row);
  }
  const { records, counts, problems } = run;
  const links = await run.described.link(task.openPool);
  return { file: part.name, detected, mapping, records, counts, problems: problems.list(), links };
}

/** Tries the files of an operator's own table, one after the other. */
export async function* dryRun(files: readonly string[], task: TrialTask): AsyncGenerator<Trial> {
  for await (const part of partsOf(files, {}, [])) {
    try {
      yield await tryPart(part, task);
    } catch (error) {
      throw explainFileError(error, part.name);
    }
  }
}
