import { createHash } from 'node:crypto';
import type { MatchItem } from '@orgdex/contract';
import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import type { Progress } from '../../core/output/progress.ts';
import { type CompanyShape, shapeFor } from '../../knowledge/profiles/enrichable-fields.ts';
import { parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import { Reject } from '../../knowledge/sources/row-outcome.ts';
import { Answers, type MatchAnswer, nothingPaid, type Paid, type PeopleItem } from './answers.ts';
import { type ApiOptions, maxItems, ServiceError } from './api-client.ts';
import { type EnrichCounts, type InvalidRows, noCounts, noteInvalid } from './counts.ts';
import { type InputFacts, type InputOptions, type InputRow, measureInput, readInput } from './input-table.ts';
import { checkFree, ResumableOutput } from './resumable-output.ts';
import { type FoundPeople, freeColumnNames, peopleValues, type Writer, writerFor } from './writers.ts';

export interface EnrichOptions extends InputOptions {
  readonly out: string;
  readonly threshold: number | undefined;
  readonly fields: readonly string[];
  /** Titles to look for, and how many people per company; undefined: no people. */
  readonly people: { readonly positions: readonly string[]; readonly perCompany: number } | undefined;
}

export interface EnrichDeps {
  readonly api: ApiOptions;
  readonly progress: Progress;
}

/** What a run is known by when it continues. */
interface Notes {
  readonly counts: EnrichCounts;
  readonly invalid: InvalidRows;
  readonly paid: Paid;
}

export interface EnrichResult {
  readonly counts: EnrichCounts;
  readonly invalid: InvalidRows;
}

const isTestKey = (key: string): boolean => key.startsWith('orgdex_test_');

/** A hash of everything that the output depends on. Another key of the same kind may continue a run. */
function taskOf({ url, key }: ApiOptions, { sha256 }: InputFacts, { input: _, out: __, ...options }: EnrichOptions) {
  const facts = { sha256, url, isTest: isTestKey(key), ...options };
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

function checkShape(fields: readonly string[]): CompanyShape {
  const shape = shapeFor(fields);
  if (typeof shape === 'string') return shape;
  throw new OperatorError(`--fields: ${shape.problem}`);
}

function openWriter(out: string): NonNullable<ReturnType<typeof writerFor>> {
  const open = writerFor(out);
  if (open) return open;
  throw new OperatorError(`Cannot write ${out}: its name must end with .csv or .ndjson.`);
}

const peopleCount = ({ people }: EnrichOptions): number => people?.perCompany ?? 0;

/** A row, its answer, and the people of its company. */
interface Result {
  readonly row: InputRow;
  readonly answer: MatchAnswer;
  readonly people: FoundPeople | undefined;
}

const invalidAnswer = (reason: string, fields: readonly string[]): MatchAnswer => ({
  status: 'invalid',
  reason,
  id: null,
  score: null,
  values: fields.map(() => null),
});

/** Where to search people: in the country of the row, or else of its company. Undefined: not among those served. */
function peopleItem({ item }: InputRow, { id, country }: MatchAnswer): PeopleItem | undefined {
  if (id === null) return undefined;
  const stated = item instanceof Reject ? undefined : item.country;
  if (!stated) return { id, country };
  const served = parseSupportedCountry(stated);
  return served && { id, country: served };
}

class Enrichment {
  readonly #options: EnrichOptions;
  readonly #writer: Writer;
  readonly #output: ResumableOutput<Notes>;
  readonly #answers: Answers;
  readonly #isFree: boolean;
  #counts: EnrichCounts;
  #invalid: InvalidRows;

  constructor({ api }: EnrichDeps, facts: InputFacts, options: EnrichOptions) {
    const { columns, isMarked } = facts;
    const { fields, threshold, people } = options;
    const addedColumns = freeColumnNames({ fields, people: peopleCount(options) }, columns);
    this.#options = options;
    this.#writer = openWriter(options.out)({ columns, addedColumns, isMarked });
    this.#output = new ResumableOutput<Notes>(options.out, taskOf(api, facts, options));
    const { counts, invalid, paid } = this.#output.notes ?? { counts: noCounts, invalid: [], paid: nothingPaid };
    this.#counts = counts;
    this.#invalid = invalid;
    this.#isFree = isTestKey(api.key);
    const country = options.country && parseSupportedCountry(options.country);
    const request = { fields, shape: checkShape(fields), threshold, country: country || undefined, people };
    this.#answers = new Answers({ api, onPaid: this.#pay }, request, paid);
  }

  get rows(): number {
    return this.#output.rows;
  }

  get result(): EnrichResult {
    return { counts: this.#counts, invalid: this.#invalid };
  }

  /** Writes some rows with their answers. */
  async add(rows: readonly InputRow[]): Promise<void> {
    const results = await this.#resultsOf(rows);
    const text = results.map((one) => this.#textOf(one)).join('');
    for (const one of results) this.#count(one);
    this.#answers.written();
    this.#append(text, rows.length);
  }

  finish(): void {
    if (this.#output.isEmpty) this.#append('', 0);
    this.#output.finish();
  }

  /** Leaves what is done for the next run, and says how to continue. */
  stop(error: unknown, total: number): unknown {
    this.#output.close();
    if (!(error instanceof ServiceError)) return error;
    const { rows, part } = this.#output;
    if (rows === 0 && this.#counts.credits === 0) return error;
    const done = `${formatNumber(rows)} of ${formatNumber(total)} rows are done, in ${part}.`;
    return new OperatorError(
      `${error.message}\n${done} Run the same command again to continue: these rows are not paid again.`,
    );
  }

  readonly #pay = (credits: number, paid: Paid): void => {
    if (!this.#isFree) this.#counts = { ...this.#counts, credits: this.#counts.credits + credits };
    this.#output.note(this.#notes(paid));
  };

  #append(text: string, rows: number): void {
    const header = this.#output.isEmpty ? this.#writer.header : '';
    this.#output.append(header + text, rows, this.#notes(nothingPaid));
  }

  #notes(paid: Paid): Notes {
    return { counts: this.#counts, invalid: this.#invalid, paid };
  }

  async #resultsOf(rows: readonly InputRow[]): Promise<Result[]> {
    const { fields, people } = this.#options;
    const sent = rows.filter(({ item }) => !(item instanceof Reject));
    const answers = await this.#answers.match(sent.map(({ item }) => item as MatchItem));
    const byRow = new Map(sent.map((row, at) => [row, answers[at] as MatchAnswer]));
    const matched = rows.map((row) => {
      const { item } = row;
      return {
        row,
        answer: item instanceof Reject ? invalidAnswer(item.reason, fields) : (byRow.get(row) as MatchAnswer),
      };
    });
    if (!people) return matched.map((one) => ({ ...one, people: undefined }));
    const wanted = matched.flatMap(({ row, answer }) => peopleItem(row, answer) ?? []);
    const found = await this.#answers.findPeople(wanted);
    const byItem = new Map(wanted.map((item, at) => [JSON.stringify(item), found[at]]));
    return matched.map((one) => ({ ...one, people: byItem.get(JSON.stringify(peopleItem(one.row, one.answer))) }));
  }

  #textOf({ row, answer: { id, status, score, values }, people }: Result): string {
    const added = [id, status, score, ...values, ...peopleValues(people, peopleCount(this.#options))];
    return this.#writer.toText({ text: row.text, given: row.given, added });
  }

  #count({ row, answer, people }: Result): void {
    const { status } = answer;
    const found = people?.people.length ?? 0;
    const counts = this.#counts;
    this.#counts = {
      ...counts,
      [status]: counts[status] + 1,
      people: counts.people + found,
      peopleRows: counts.peopleRows + (found > 0 ? 1 : 0),
    };
    if (status === 'invalid') this.#invalid = noteInvalid(this.#invalid, answer.reason ?? 'invalid', row.line);
  }
}

/** Adds what the service knows to each row of a table. An interrupted run continues. */
export async function enrich(deps: EnrichDeps, options: EnrichOptions): Promise<EnrichResult> {
  checkShape(options.fields);
  openWriter(options.out);
  checkFree(options.out);
  const facts = await measureInput(options);
  const enrichment = new Enrichment(deps, facts, options);
  deps.progress.report('enriching', enrichment.rows, facts.rows);
  let read = 0;
  let batch: InputRow[] = [];
  const flush = async () => {
    if (batch.length > 0) await enrichment.add(batch);
    batch = [];
    deps.progress.report('enriching', enrichment.rows, facts.rows);
  };
  const done = enrichment.rows;
  try {
    await readInput(options, async (row) => {
      read += 1;
      if (read > done) batch.push(row);
      if (batch.length === maxItems) await flush();
    });
    await flush();
  } catch (error) {
    throw enrichment.stop(error, facts.rows);
  }
  enrichment.finish();
  return enrichment.result;
}
