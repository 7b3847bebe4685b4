import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { printable } from '../../../core/output/escape.ts';
import { formatNumber } from '../../../core/output/numbers.ts';
import { looksLikeContact, mayHoldContact } from '../../rules/contacts/contact-values.ts';
import { describeLink, describeLinks, type TrialLinks } from './describe-links.ts';
import type { DetectedTable } from './detect-table.ts';
import type { Encoding } from './encoding.ts';
import type { ColumnUse, Mapping } from './map-columns.ts';
import { type ProblemGroup, shorten } from './problem-groups.ts';
import { contactFields } from './to-person.ts';

/** The result of a dry run for one file. */
export interface Trial {
  file: string;
  detected: DetectedTable;
  mapping: Mapping;
  /** The first ten are shown. */
  records: readonly (CompanyRecord | PersonRecord)[];
  problems: readonly ProblemGroup[];
  counts: { read: number; usable: number; rejected: number };
  /** How people whose company is not identified would be linked to it; undefined if there are none. */
  links?: TrialLinks | undefined;
}

const shownRecords = 10;
const shownColumns = 100;

const encodingNames: Record<Encoding, string> = {
  ascii: 'ASCII',
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  shift_jis: 'Shift_JIS',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
};
const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;

/** In a file without a header, a column name may be a value. */
const showName = (column: string) => (looksLikeContact(column) ? '(not shown)' : shorten(printable(column)));

function describeTable(detected: DetectedTable): string {
  if (detected.kind === 'parquet') return 'Parquet';
  if (detected.kind === 'ndjson') return 'NDJSON';
  const { separator, encoding } = detected;
  return `${separatorNames[separator]}-separated, ${encodingNames[encoding]}, header on line ${detected.headerLine}`;
}

function describeColumn({ column, field, how, why }: ColumnUse, width: number): string {
  if (field) return `  ${showName(column).padEnd(width)} → ${field}${how === 'given' ? ' (--map)' : ''}`;
  return `  ${showName(column)}${why ? `: ${why}` : ''}`;
}

function describeColumns(title: string, columns: readonly ColumnUse[]): string[] {
  if (columns.length === 0) return [];
  const shown = columns.slice(0, shownColumns);
  const width = Math.max(...shown.map(({ column }) => showName(column).length));
  const more = columns.length - shown.length;
  return [
    title,
    ...shown.map((use) => describeColumn(use, width)),
    ...(more > 0 ? [`  and ${formatNumber(more)} more`] : []),
  ];
}

/** A record without contact values of a person in any field. */
function withoutContacts(record: CompanyRecord | PersonRecord): CompanyRecord | PersonRecord {
  if (record.type === 'company') return record;
  const hidden = [
    ...contactFields.filter((field) => record[field] !== undefined),
    ...(['position', 'company_name'] as const).filter((field) => mayHoldContact(record[field] ?? '')),
  ];
  return { ...record, ...Object.fromEntries(hidden.map((field) => [field, '…'])) };
}

/** @example '  12  abn: the check digits do not match (lines 4, 9, 17, …), such as "12 345"' */
function describeProblem({ reason, count, lines, values }: ProblemGroup, width: number): string {
  const where = `${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', …' : ''}`;
  const examples = values.length > 0 ? `, such as ${values.map((value) => `"${value}"`).join(', ')}` : '';
  return `  ${formatNumber(count).padStart(width)}  ${printable(reason)} (${where})${examples}`;
}

function describeProblems(title: string, problems: readonly ProblemGroup[]): string[] {
  if (problems.length === 0) return [];
  const width = Math.max(...problems.map(({ count }) => formatNumber(count).length));
  return [title, ...problems.map((problem) => describeProblem(problem, width)), ''];
}

const describeCounts = ({ read, usable, rejected }: Trial['counts']) =>
  `${formatNumber(read)} rows read: ${formatNumber(usable)} usable, ${formatNumber(rejected)} rejected. Nothing was imported.`;

/** What `--dry-run` prints: the file, the mapping, ten mapped rows, and the problems by reason. */
export function describeMapping({ file, detected, mapping, records, problems, counts, links }: Trial): string {
  const { columns } = mapping;
  const used = columns.filter(({ field }) => field !== undefined);
  const shown = records.slice(0, shownRecords).map(withoutContacts);
  return [
    `${file}: ${describeTable(detected)}`,
    ...mapping.problems.map((problem) => `Problem: ${problem}`),
    '',
    ...describeColumns(`Mapped columns (${formatNumber(used.length)} of ${formatNumber(columns.length)}):`, used),
    ...describeColumns(
      'Ignored columns:',
      columns.filter(({ field }) => field === undefined),
    ),
    '',
    ...(shown.length > 0 ? [`First ${shown.length} records:`] : []),
    ...shown.flatMap((record, at) => [`  ${printable(JSON.stringify(record))}`, ...describeLink(links?.samples[at])]),
    ...(shown.length > 0 ? [''] : []),
    ...describeLinks(links),
    ...describeProblems(
      'Rejected rows:',
      problems.filter(({ rejected }) => rejected),
    ),
    ...describeProblems(
      'Values left out (the rest of the row is imported):',
      problems.filter(({ rejected }) => !rejected),
    ),
    describeCounts(counts),
  ].join('\n');
}

/** What `--dry-run --json` prints. */
export function toTrialEvent({ file, detected, mapping, records, problems, counts, links }: Trial) {
  const { kind } = detected;
  const { encoding, separator, headerLine } = detected.kind === 'delimited' ? detected : {};
  return {
    event: 'dry-run',
    file,
    table: { kind, encoding, separator, headerLine },
    columns: mapping.columns.map((use) => ({ ...use, column: showName(use.column) })),
    mappingProblems: mapping.problems,
    records: records.slice(0, shownRecords).map(withoutContacts),
    problems,
    counts,
    ...(links ? { links } : {}),
  };
}
