import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { looksLikeContact } from '../../rules/contact-like.ts';
import type { DetectedTable } from './detect-table.ts';
import type { ColumnUse, Mapping } from './map-columns.ts';
import { contactFields } from './to-person.ts';

/** What a trial run has found in one file. */
export interface Trial {
  file: string;
  detected: DetectedTable;
  mapping: Mapping;
  /** The first ten are shown. */
  records: readonly (CompanyRecord | PersonRecord)[];
  /** Rejected rows and values that were left out, in the order of their lines. */
  problems: readonly { line: number; reason: string }[];
  counts: { read: number; usable: number; rejected: number };
}

const shownRecords = 10;
const shownProblems = 50;
const widest = 40;

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'TAB', '|': 'vertical bar' } as const;

// Text of others could move the cursor.
const printable = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
/** A name may be a value that slipped. */
const showName = (column: string) => (looksLikeContact(column) ? '(not shown)' : fit(printable(column)));
const fit = (text: string) => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);

function describeTable(detected: DetectedTable): string {
  if (detected.kind === 'parquet') return 'Parquet';
  if (detected.kind === 'ndjson') return 'NDJSON, one object a line';
  const encoding = detected.encoding === 'ascii' ? 'ASCII so far' : detected.encoding;
  return `text in ${encoding}, separated by ${separatorNames[detected.separator]}, header on line ${detected.headerLine}`;
}

function describeColumn({ column, field, how, why }: ColumnUse, width: number): string {
  const theirs = showName(column).padEnd(width);
  if (field) return `  ${theirs} → ${field} (${how === 'given' ? '--map' : 'known header'})`;
  return `  ${theirs} → ${how === 'dropped' ? 'dropped' : 'not taken'}${why ? `: ${why}` : ''}`;
}

/** Nobody's address or number is printed. */
function showRecord(record: CompanyRecord | PersonRecord): string {
  if (record.type === 'company') return `  ${printable(JSON.stringify(record))}`;
  const hidden = contactFields.filter((field) => record[field] !== undefined).map((field) => [field, '…']);
  return `  ${printable(JSON.stringify({ ...record, ...Object.fromEntries(hidden) }))}`;
}

function describeProblems(problems: Trial['problems']): string[] {
  if (problems.length === 0) return ['No row has a problem.'];
  const more = problems.length - shownProblems;
  return [
    'Problems:',
    ...problems.slice(0, shownProblems).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** What `--dry-run` prints: the file, the mapping, ten mapped rows, and every problem with its line. */
export function describeMapping({ file, detected, mapping, records, problems, counts }: Trial): string {
  const used = mapping.columns.filter(({ field }) => field !== undefined);
  const unused = mapping.columns.filter(({ field }) => field === undefined);
  const width = Math.max(...mapping.columns.map(({ column }) => showName(column).length));
  const shown = records.slice(0, shownRecords);
  return [
    `${file}: ${describeTable(detected)}.`,
    ...mapping.problems.map((problem) => `To mend: ${problem}`),
    '',
    `Columns that are taken (${used.length} of ${mapping.columns.length}):`,
    ...used.map((use) => describeColumn(use, width)),
    ...(unused.length > 0 ? ['Columns that are not:', ...unused.map((use) => describeColumn(use, width))] : []),
    '',
    `The first ${shown.length} records:`,
    ...shown.map(showRecord),
    '',
    ...describeProblems(problems),
    '',
    `${counts.read} rows read = ${counts.usable} usable + ${counts.rejected} rejected. Nothing was written.`,
  ].join('\n');
}
