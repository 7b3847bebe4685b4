import { type CompanyRecord, type MatchItem, matchIdentifiers } from '@orgdex/contract';
import { OperatorError } from '../../core/errors/failure.ts';
import { normalizeEmail } from '../../knowledge/rules/contacts/contact-values.ts';
import { isSharedHost, parseFqdn } from '../../knowledge/rules/identifiers/domain.ts';
import { cityOf } from '../../knowledge/rules/places/city.ts';
import type { Placed } from '../../knowledge/sources/formats/format.ts';
import type { TextRow } from '../../knowledge/sources/formats/json-lines.ts';
import { Reject } from '../../knowledge/sources/row-outcome.ts';
import type { Mapping } from '../../knowledge/sources/tables/map-columns.ts';
import { toCompany } from '../../knowledge/sources/tables/to-company.ts';
import { clean } from '../../knowledge/sources/tables/values/clean-cell.ts';
import { explainFileError, type Part, partsOf } from '../../pipeline/imports/input/files.ts';
import { openTable } from '../../pipeline/imports/input/table-reader.ts';

export interface InputOptions {
  readonly input: string;
  readonly map: readonly (readonly [string, string])[];
  /** The country of rows without one. */
  readonly country: string | undefined;
}

/** What is known of a table after it was read once. */
export interface InputFacts {
  readonly sha256: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Whether the text was saved as spreadsheet programs do: with a byte order mark, or not as UTF-8. */
  readonly isMarked: boolean;
}

export interface InputRow {
  readonly line: number;
  readonly text: TextRow;
  /** The row as its file has it: the object of a JSON line, otherwise the text. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly item: MatchItem | Reject;
}

const byteOrderMark = Buffer.from('\ufeff');

/** A match needs no name. */
const blocking = ({ byField, problems }: Mapping): string[] =>
  Object.keys(byField).length > 0
    ? problems.filter((problem) => !problem.startsWith('No column contains the company name'))
    : problems;

async function open(part: Part, { map, country }: InputOptions) {
  const opened = await openTable(part, { kind: 'own', table: 'companies', map, country }, true);
  const problems = blocking(opened.mapping);
  if (problems.length > 0) throw new OperatorError(`${part.name}: ${problems.join(' ')}`);
  return opened;
}

/** Calls `read` with the only table of the input, and returns the hash of the file. */
async function withTable(input: string, read: (part: Part) => Promise<void>): Promise<string> {
  const facts: Parameters<typeof partsOf>[2] = [];
  let tables = 0;
  for await (const part of partsOf([input], {}, facts)) {
    tables += 1;
    if (tables > 1) throw new OperatorError(`${input} contains several tables. Unpack it and enrich each on its own.`);
    await read(part).catch((error) => {
      throw explainFileError(error, part.name);
    });
  }
  return facts[0]?.sha256 ?? '';
}

/** Reads the table once, before anything is sent: its columns, its rows, and whether it can be read to its end. */
export async function measureInput(options: InputOptions): Promise<InputFacts> {
  if (options.input === '-') {
    throw new OperatorError('A table is read twice, so it cannot come from standard input. Save it to a file.');
  }
  const columns = new Set<string>();
  let rows = 0;
  let isMarked = false;
  const sha256 = await withTable(options.input, async (part) => {
    const { head, detected, mapping, rows: batches } = await open(part, options);
    for (const { column } of mapping.columns) columns.add(column);
    const isUnicode = detected.kind !== 'delimited' || detected.encoding === 'utf-8' || detected.encoding === 'ascii';
    isMarked = !isUnicode || head.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    for await (const batch of batches) {
      rows += batch.length;
      if (detected.kind !== 'ndjson') continue;
      // A property may occur for the first time in any line.
      for (const { row } of batch) if (!(row instanceof Reject)) for (const name of Object.keys(row)) columns.add(name);
    }
  });
  return { sha256, columns: [...columns], rows, isMarked };
}

/** As much of a broken row as fits in the columns. */
const fitted = (columns: readonly string[], cells: readonly string[]): TextRow =>
  Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']));

function toInputRow({ line, row, given }: Placed<TextRow>, mapping: Mapping, country: string | undefined): InputRow {
  if (!(row instanceof Reject)) {
    const kept = (given as InputRow['given'] | undefined) ?? row;
    return { line, text: row, given: kept, item: itemOfRow(row, mapping, country) };
  }
  const cells = Array.isArray(given) ? (given as string[]) : [];
  const text = fitted(
    mapping.columns.map(({ column }) => column),
    cells,
  );
  return { line, text, given: text, item: row };
}

/** Calls `take` with each row in order, and waits for it. */
export async function readInput(options: InputOptions, take: (row: InputRow) => Promise<void>): Promise<void> {
  await withTable(options.input, async (part) => {
    const { mapping, rows } = await open(part, options);
    for await (const batch of rows) {
      for (const placed of batch) await take(toInputRow(placed, mapping, options.country));
    }
  });
}

/** Stands in for the name of a row without one: an import needs a name, a match does not. */
const nameless = 'a row without a name';
const nameColumn = '\u0000name';

/** The row and its mapping, with a name in any case. */
function withName(row: TextRow, mapping: Mapping): { row: TextRow; mapping: Mapping } {
  const [column = nameColumn] = mapping.byField.name ?? [];
  if (clean(row[column]) !== undefined) return { row, mapping };
  return {
    row: { ...row, [column]: nameless },
    mapping: { ...mapping, byField: { ...mapping.byField, name: [column] } },
  };
}

const itemNumbers = ['abn', 'acn', 'nzbn', 'uen', 'lei', 'duns'] as const;
const longestPhone = 50;

/** The domain of the first address that is not at a mail provider. The address itself is not sent. */
function domainOf(emails: readonly string[]): string | undefined {
  const domains = emails.flatMap((email) => parseFqdn(normalizeEmail(email)?.split('@').at(-1) ?? '') ?? []);
  return domains.find((domain) => !isSharedHost(domain));
}

const present = (fields: Record<string, unknown>): MatchItem =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as MatchItem;

function toItem(record: CompanyRecord): MatchItem {
  const { identifiers = {}, hq_location: location, states = [] } = record;
  const country = record.hq_country ?? record.country;
  return present({
    name: record.name === nameless ? undefined : record.name,
    fqdn: identifiers.fqdn ?? domainOf(record.emails ?? []),
    ...Object.fromEntries(itemNumbers.map((scheme) => [scheme, identifiers[scheme]])),
    ln_slug: identifiers.network,
    country,
    region: states[0],
    city: location === undefined ? undefined : cityOf(country, location)?.slice(0, 500),
    phone: record.phones?.find((phone) => phone.length <= longestPhone),
    employee_count: record.employee_count,
    year_founded: record.year_founded,
  });
}

/** What a row of a table says of a company, or why it says nothing. Columns are recognized as by an import. */
export function itemOfRow(text: TextRow, mapping: Mapping, country: string | undefined): MatchItem | Reject {
  const named = withName(text, mapping);
  const mapped = toCompany(named.row, named.mapping, { country, hashKey: (key) => key });
  if (mapped instanceof Reject) return mapped;
  const item = toItem(mapped.record);
  const isUsable = matchIdentifiers.some((name) => item[name] !== undefined);
  return isUsable ? item : new Reject('no name, domain, email address or register number');
}
