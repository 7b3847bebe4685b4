import { formatNumber } from '../../output/format-number.ts';
import { mayHoldContact } from '../../rules/contacts/contact-like.ts';
import { UnreadableFile } from '../formats/format.ts';
import { knownFields, type TableKind, toPlain } from './header-names.ts';
import { nearestHeader } from './nearest-header.ts';

/** As many columns as a spreadsheet can have. Every row holds all of them, so more would only cost memory and time. */
export const maxColumns = 16_384;

/** Throws when a table has more columns than are read. */
export function checkColumnCount(header: readonly string[]): void {
  if (header.length <= maxColumns) return;
  throw new UnreadableFile(
    `The table has ${formatNumber(header.length)} columns; the limit is ${formatNumber(maxColumns)}. Remove the columns you do not need and import the file again.`,
  );
}

/** What becomes of one of their columns. */
export interface ColumnUse {
  column: string;
  field?: string;
  how: 'alias' | 'given' | 'dropped' | 'unmapped';
  /** Why it is left out, where that is not plain. */
  why?: string;
}

/** How their columns become our fields. Plain data: it can be sent to another thread. */
export interface Mapping {
  kind: TableKind;
  columns: ColumnUse[];
  /** The columns that give each field. */
  byField: Record<string, string[]>;
  /** What the operator must fix before anything is imported. */
  problems: string[];
}

// The forms in which the reference and the wire name the same fields.
const prefixes = /^(identifiers|industry_codes|social_media|person)\./;

interface Given {
  uses: ColumnUse[];
  problems: string[];
}

const suggest = (asked: string, names: readonly string[]) => {
  // A file without a header has values where names should be.
  const nearest = nearestHeader(
    asked,
    names.filter((name) => !mayHoldContact(name)),
  );
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
};

/** What `--map` says, checked; an empty field leaves the column out. */
function readGiven(header: readonly string[], kind: TableKind, given: ReadonlyMap<string, string>): Given {
  const { aliases, dropped } = knownFields[kind];
  const found: Given = { uses: [], problems: [] };
  for (const [theirs, ours] of given) {
    const column = header.find((name) => name === theirs) ?? header.find((name) => toPlain(name) === toPlain(theirs));
    const field = ours.trim().replace(prefixes, '');
    if (column === undefined) found.problems.push(`The file has no column "${theirs}".${suggest(theirs, header)}`);
    else if (field === '') found.uses.push({ column, how: 'unmapped', why: 'ignored by --map' });
    else if (!aliases.has(field)) {
      found.problems.push(`Unknown field "${field}" for ${kind}.${suggest(field, [...aliases.keys()])}`);
    } else if (dropped.has(toPlain(column))) {
      found.problems.push(
        `Column "${column}" contains names of people, which are never stored. Remove this --map option.`,
      );
    } else found.uses.push({ column, field, how: 'given' });
  }
  return found;
}

const candidatesOf = (columns: readonly string[], kind: TableKind) =>
  columns.flatMap((column) => {
    const known = knownFields[kind].byHeader.get(toPlain(column.replace(/ \(\d+\)$/, '')));
    return known ? [{ column, ...known }] : [];
  });

/** The columns that the aliases choose: one a field, the likeliest; every one where the field is a list. */
function chooseByAlias(header: readonly string[], kind: TableKind, given: readonly ColumnUse[]): ColumnUse[] {
  const { lists, dropped } = knownFields[kind];
  const filled = new Set(given.flatMap(({ field }) => field ?? []));
  const givenColumns = new Set(given.map(({ column }) => column));
  const rest = header.filter((column) => !givenColumns.has(column));
  const chosen = new Map<string, ColumnUse>();
  // The sort keeps the order of columns among equals.
  for (const { column, field } of candidatesOf(rest, kind).sort((a, b) => a.rank - b.rank)) {
    if (dropped.has(toPlain(column))) continue;
    const free = lists.has(field) || !filled.has(field);
    chosen.set(
      column,
      free ? { column, field, how: 'alias' } : { column, how: 'unmapped', why: `another column is mapped to ${field}` },
    );
    filled.add(field);
  }
  return rest.map((column) => {
    if (dropped.has(toPlain(column))) return { column, how: 'dropped', why: 'names of people are never stored' };
    return chosen.get(column) ?? { column, how: 'unmapped' };
  });
}

const isCompanyReference = (field: string | undefined) => field?.startsWith('company.') ?? false;

/** What a table of this kind cannot do without. */
function missingOf(kind: TableKind, fields: readonly (string | undefined)[]): string[] {
  if (kind === 'companies' && !fields.includes('name')) {
    return ['No column contains the company name. Map it with --map "Their column=name".'];
  }
  if (kind === 'people' && !fields.some(isCompanyReference)) {
    return [
      'No column names the company that each person works for. Map a company key, register number, domain, website or network page, for example with --map "Their column=company.website". A company name is not enough.',
    ];
  }
  return [];
}

function twiceGiven(uses: readonly ColumnUse[], lists: ReadonlySet<string>): string[] {
  const fields = uses.flatMap(({ field }) => field ?? []);
  const twice = fields.filter((field, at) => !lists.has(field) && fields.indexOf(field) < at);
  return [...new Set(twice)].map((field) => `--map maps two columns to ${field}. Choose one.`);
}

/** Which of our fields each of their columns gives: what `--map` says first, then the known headers. */
export function mapColumns(header: readonly string[], kind: TableKind, given: ReadonlyMap<string, string>): Mapping {
  const said = readGiven(header, kind, given);
  const uses = new Map<string, ColumnUse>();
  // Where --map names a column twice, the first use counts.
  for (const use of [...said.uses, ...chooseByAlias(header, kind, said.uses)])
    if (!uses.has(use.column)) uses.set(use.column, use);
  const columns = header.flatMap((column) => uses.get(column) ?? []);
  const byField: Record<string, string[]> = {};
  for (const { column, field } of columns) {
    if (!field) continue;
    byField[field] ??= [];
    byField[field].push(column);
  }
  const problems = [
    ...said.problems,
    ...twiceGiven(said.uses, knownFields[kind].lists),
    ...missingOf(kind, Object.keys(byField)),
  ];
  return { kind, columns, byField, problems };
}
