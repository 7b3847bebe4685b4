import { toPlainHeader } from '@orgdex/contract';
import { formatNumber } from '../../../core/output/numbers.ts';
import { mayHoldContact } from '../../rules/contacts/contact-values.ts';
import { UnreadableFile } from '../formats/format.ts';
import { knownFields, nearestHeader, type TableKind } from './header-names.ts';

/** The maximum of a spreadsheet. Every row stores all columns, so more would only cost memory and time. */
export const maxColumns = 16_384;

/** Throws if a table has too many columns. */
export function checkColumnCount(header: readonly string[]): void {
  if (header.length <= maxColumns) return;
  throw new UnreadableFile(
    [
      `The table has ${formatNumber(header.length)} columns; the limit is ${formatNumber(maxColumns)}.`,
      'Remove the columns you do not need and import the file again.',
    ].join(' '),
  );
}

/** What a column of the file is mapped to. */
export interface ColumnUse {
  column: string;
  field?: string;
  how: 'alias' | 'given' | 'dropped' | 'unmapped';
  /** Why it is ignored, if that is not obvious. */
  why?: string;
}

/** The mapping from columns to fields. Plain data, so that it can be sent to another thread. */
export interface Mapping {
  kind: TableKind;
  columns: ColumnUse[];
  /** The columns of each field. */
  byField: Record<string, string[]>;
  /** What the operator must fix before anything is imported. */
  problems: string[];
}

// The prefixes that the reference and the API use for the same fields.
const prefixes = /^(identifiers|industry_codes|social_media|person)\./;

interface Given {
  uses: ColumnUse[];
  problems: string[];
}

const suggest = (asked: string, names: readonly string[]) => {
  // In a file without a header, the column names are values.
  const nearest = nearestHeader(
    asked,
    names.filter((name) => !mayHoldContact(name)),
  );
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
};

/** The checked `--map` options; an empty field ignores the column. */
function readGiven(header: readonly string[], kind: TableKind, given: ReadonlyMap<string, string>): Given {
  const { aliases, dropped } = knownFields[kind];
  const found: Given = { uses: [], problems: [] };
  for (const [theirs, ours] of given) {
    const column =
      header.find((name) => name === theirs) ?? header.find((name) => toPlainHeader(name) === toPlainHeader(theirs));
    const field = ours.trim().replace(prefixes, '');
    if (column === undefined) found.problems.push(`The file has no column "${theirs}".${suggest(theirs, header)}`);
    else if (field === '') found.uses.push({ column, how: 'unmapped', why: 'ignored by --map' });
    else if (!aliases.has(field)) {
      found.problems.push(`Unknown field "${field}" for ${kind}.${suggest(field, [...aliases.keys()])}`);
    } else if (dropped.has(toPlainHeader(column))) {
      found.problems.push(
        `Column "${column}" contains names of people, which are never stored. Remove this --map option.`,
      );
    } else found.uses.push({ column, field, how: 'given' });
  }
  return found;
}

const candidatesOf = (columns: readonly string[], kind: TableKind) =>
  columns.flatMap((column) => {
    const known = knownFields[kind].byHeader.get(toPlainHeader(column.replace(/ \(\d+\)$/, '')));
    return known ? [{ column, ...known }] : [];
  });

/** Chooses columns by their headers: the most likely one for each field, or all of them if the field is a list. */
function chooseByAlias(header: readonly string[], kind: TableKind, given: readonly ColumnUse[]): ColumnUse[] {
  const { lists, dropped } = knownFields[kind];
  const filled = new Set(given.flatMap(({ field }) => field ?? []));
  const givenColumns = new Set(given.map(({ column }) => column));
  const rest = header.filter((column) => !givenColumns.has(column));
  const chosen = new Map<string, ColumnUse>();
  // The sort is stable: columns of equal rank stay in order.
  for (const { column, field } of candidatesOf(rest, kind).sort((a, b) => a.rank - b.rank)) {
    if (dropped.has(toPlainHeader(column))) continue;
    const free = lists.has(field) || !filled.has(field);
    chosen.set(
      column,
      free ? { column, field, how: 'alias' } : { column, how: 'unmapped', why: `another column is mapped to ${field}` },
    );
    filled.add(field);
  }
  return rest.map((column) => {
    if (dropped.has(toPlainHeader(column))) return { column, how: 'dropped', why: 'names of people are never stored' };
    return chosen.get(column) ?? { column, how: 'unmapped' };
  });
}

/** The domain of a work email address can be that of the company. A country says nothing about which company it is. */
const namesCompany = (field: string | undefined) =>
  field === 'email' || (field !== 'company.country' && (field?.startsWith('company.') ?? false));

/** The problems of a table without its required columns. */
function missingOf(kind: TableKind, fields: readonly (string | undefined)[]): string[] {
  if (kind === 'companies' && !fields.includes('name')) {
    return ['No column contains the company name. Map it with --map "Their column=name".'];
  }
  if (kind === 'people' && !fields.some(namesCompany)) {
    return [
      [
        'No column says which company each person works for. Map a company key, register number, domain, website or',
        'network page, a company name, or a work email address, for example with --map "Their column=company.name".',
      ].join(' '),
    ];
  }
  return [];
}

function twiceGiven(uses: readonly ColumnUse[], lists: ReadonlySet<string>): string[] {
  const fields = uses.flatMap(({ field }) => field ?? []);
  const twice = fields.filter((field, at) => !lists.has(field) && fields.indexOf(field) < at);
  return [...new Set(twice)].map((field) => `--map maps two columns to ${field}. Choose one.`);
}

/** Maps columns to fields: first by `--map`, then by known headers. */
export function mapColumns(header: readonly string[], kind: TableKind, given: ReadonlyMap<string, string>): Mapping {
  const explicit = readGiven(header, kind, given);
  const uses = new Map<string, ColumnUse>();
  // If --map names a column twice, the first one counts.
  for (const use of [...explicit.uses, ...chooseByAlias(header, kind, explicit.uses)])
    if (!uses.has(use.column)) uses.set(use.column, use);
  const columns = header.flatMap((column) => uses.get(column) ?? []);
  const byField: Record<string, string[]> = {};
  for (const { column, field } of columns) {
    if (!field) continue;
    byField[field] ??= [];
    byField[field].push(column);
  }
  const problems = [
    ...explicit.problems,
    ...twiceGiven(explicit.uses, knownFields[kind].lists),
    ...missingOf(kind, Object.keys(byField)),
  ];
  return { kind, columns, byField, problems };
}
