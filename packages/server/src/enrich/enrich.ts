import { createHash } from 'node:crypto';
import type { CompanyPeople, CompanyPeopleResult, MatchedCompanies, MatchItem, MatchResult } from '@orgdex/contract';
import { OperatorError } from '../errors/failure.ts';
import { partsOf } from '../imports/input/files.ts';
import { openTable } from '../imports/input/table-reader.ts';
import { quoteCell, toCell } from '../output/csv.ts';
import type { Progress } from '../output/progress.ts';
import type { TextRow } from '../sources/formats/json-row.ts';
import { Reject } from '../sources/row-outcome.ts';
import type { Mapping } from '../sources/tables/map-columns.ts';
import { type ApiOptions, callApi } from './api-client.ts';
import { itemOfRow } from './item-of-row.ts';
import { type Cell, type Columns, cellsOf, columnNames, type RowResult, shapeFor } from './result-columns.ts';
import { ResumableOutput } from './resumable-output.ts';

export interface EnrichOptions {
  readonly input: string;
  readonly out: string;
  readonly map: readonly (readonly [string, string])[];
  readonly country: string | undefined;
  readonly threshold: number | undefined;
  readonly columns: Columns;
  /** Titles to look for; undefined: no people. */
  readonly positions: readonly string[] | undefined;
}

export interface EnrichDeps {
  readonly api: ApiOptions;
  readonly progress: Progress;
}

export type EnrichCounts = Record<'rows' | 'matched' | 'ambiguous' | 'none' | 'invalid' | 'people', number>;

const batchSize = 100;

interface Row {
  readonly text: TextRow;
  readonly item: MatchItem | Reject;
}

/** Sends each distinct item of a batch once: duplicates in a list cost nothing. */
async function matchRows({ api }: EnrichDeps, rows: readonly Row[], options: EnrichOptions): Promise<RowResult[]> {
  const keys = rows.map(({ item }) => (item instanceof Reject ? undefined : JSON.stringify(item)));
  const distinct = [...new Set(keys.filter((key) => key !== undefined))];
  const found = new Map<string, MatchResult>();
  if (distinct.length > 0) {
    const { results } = await callApi<MatchedCompanies>(api, '/companies/match', {
      companies: distinct.map((key) => JSON.parse(key) as MatchItem),
      return: shapeFor(options.columns.fields),
      ...(options.threshold === undefined ? {} : { threshold: options.threshold }),
    });
    results.forEach((result, at) => void found.set(distinct[at] as string, result));
  }
  return rows.map(({ item }, at) =>
    item instanceof Reject ? { rejected: `invalid: ${item.reason}` } : { match: found.get(keys[at] as string) },
  );
}

const companyOf = ({ match }: RowResult): string | undefined =>
  match?.status === 'matched' ? match.candidates[0]?.company.id : undefined;

/** The people of the matched companies, each company once. */
async function addPeople(
  { api }: EnrichDeps,
  results: readonly RowResult[],
  { positions, columns }: EnrichOptions,
): Promise<RowResult[]> {
  const ids = [...new Set(results.flatMap((result) => companyOf(result) ?? []))];
  if (!positions || ids.length === 0) return [...results];
  const { results: found } = await callApi<CompanyPeople>(api, '/companies/people', {
    companies: ids.map((id) => ({ id })),
    ...(positions.length > 0 ? { position: positions } : {}),
    per_company: columns.people,
  });
  const byId = new Map<string, CompanyPeopleResult>(found.map((one, at) => [ids[at] as string, one]));
  return results.map((result) => ({ ...result, people: byId.get(companyOf(result) ?? '') }));
}

interface Writer {
  readonly header: string;
  row(text: TextRow, cells: readonly Cell[]): string;
}

function csvWriter(header: readonly string[], columns: Columns): Writer {
  const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;
  return {
    header: line([...header.map(quoteCell), ...columnNames(columns)]),
    // The file's own cells stay as they are; new ones are never formulas.
    row: (text, cells) =>
      line([
        ...header.map((name) => quoteCell(text[name] ?? '')),
        ...cells.map((cell) => (cell === null ? '' : toCell(typeof cell === 'boolean' ? String(cell) : cell))),
      ]),
  };
}

function ndjsonWriter(columns: Columns): Writer {
  const names = columnNames(columns);
  return {
    header: '',
    row: (text, cells) =>
      `${JSON.stringify({ ...text, ...Object.fromEntries(names.map((name, at) => [name, cells[at]])) })}\n`,
  };
}

const isNdjson = (out: string): boolean => /\.(?:ndjson|jsonl)$/i.test(out);

function count(counts: EnrichCounts, { match, people }: RowResult): void {
  counts.rows += 1;
  counts[match?.status ?? 'invalid'] += 1;
  counts.people += people?.people.length ?? 0;
}

/** Problems of the mapping that a match can live with: it needs no name. */
const blocking = (mapping: Mapping): string[] =>
  Object.keys(mapping.byField).length > 0
    ? mapping.problems.filter((problem) => !problem.startsWith('No column contains the company name'))
    : mapping.problems;

/** Adds what the service knows to each row of a table. An interrupted run continues. */
export async function enrich(deps: EnrichDeps, options: EnrichOptions): Promise<EnrichCounts> {
  const task = createHash('sha256').update(JSON.stringify(options)).digest('hex');
  const output = new ResumableOutput(options.out, task);
  const counts: EnrichCounts = { rows: 0, matched: 0, ambiguous: 0, none: 0, invalid: 0, people: 0 };
  try {
    for await (const part of partsOf([options.input], {}, [])) {
      const { mapping, rows } = await openTable(part, {
        kind: 'own',
        table: 'companies',
        map: options.map,
        country: options.country,
      });
      const problems = blocking(mapping);
      if (problems.length > 0) throw new OperatorError(`${part.name}: ${problems.join(' ')}`);
      const header = mapping.columns.map(({ column }) => column);
      const writer = isNdjson(options.out) ? ndjsonWriter(options.columns) : csvWriter(header, options.columns);
      if (output.rows === 0 && writer.header) output.append(writer.header, 0);
      let read = 0;
      let batch: Row[] = [];
      const flush = async () => {
        if (batch.length === 0) return;
        const results = await addPeople(deps, await matchRows(deps, batch, options), options);
        const text = results.map((result, at) => writer.row(batch[at]?.text ?? {}, cellsOf(result, options.columns)));
        output.append(text.join(''), batch.length);
        for (const result of results) count(counts, result);
        deps.progress.report('enriching', output.rows);
        batch = [];
      };
      for await (const some of rows) {
        for (const { row } of some) {
          read += 1;
          if (read <= output.rows) continue;
          const text = row instanceof Reject ? {} : row;
          batch.push({ text, item: row instanceof Reject ? row : itemOfRow(row, mapping, options.country) });
          if (batch.length === batchSize) await flush();
        }
      }
      await flush();
    }
    output.finish();
    return counts;
  } catch (error) {
    output.close();
    throw error;
  }
}
