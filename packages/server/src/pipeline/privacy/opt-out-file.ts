import { toPlainHeader } from '@orgdex/contract';
import { OperatorError } from '../../core/errors/failure.ts';
import { parseDigest } from '../../knowledge/rules/contacts/handles.ts';
import type { TextRow } from '../../knowledge/sources/formats/json-lines.ts';
import { TableLines } from '../../knowledge/sources/formats/table-lines.ts';
import { Reject, reject } from '../../knowledge/sources/row-outcome.ts';
import { detectTable, headBytes } from '../../knowledge/sources/tables/detect-table.ts';
import { peopleFields } from '../../knowledge/sources/tables/people-fields.ts';
import { tableFormat } from '../../knowledge/sources/tables/table-format.ts';
import { peek } from '../imports/input/bytes.ts';
import { explainFileError, type Part, partsOf } from '../imports/input/files.ts';
import { rowsOf } from '../imports/input/reader.ts';
import type { OptOut } from './identify.ts';

/** One row of a list of opt-outs, and the line on which it begins. */
export interface OptOutRow {
  readonly line: number;
  readonly optOut: OptOut | Reject;
}

export interface OptOutFile {
  /** Names the list, so that the same file can be read again. */
  readonly sha256: string;
  readonly rows: OptOutRow[];
}

/** What a list may say of a person. */
type Field = 'person_id' | 'network' | 'email' | 'phone' | 'country';

const headersOf: Record<Field, readonly string[]> = {
  person_id: ['person_id', 'id'],
  network: peopleFields.network,
  email: [...peopleFields.email, ...peopleFields.personal_email],
  phone: [...peopleFields.phone, ...peopleFields.mobile, ...peopleFields.dnd_phone],
  country: peopleFields.country,
};
const fieldOf = new Map(
  (Object.keys(headersOf) as Field[]).flatMap((field) =>
    headersOf[field].map((header) => [toPlainHeader(header), field] as const),
  ),
);

type Columns = ReadonlyMap<Field, string>;

function findColumns(header: readonly string[]): Columns {
  const columns = new Map<Field, string>();
  for (const column of header) {
    const field = fieldOf.get(toPlainHeader(column));
    if (!field) continue;
    const other = columns.get(field);
    // To leave one out would not honor the opt-outs in it.
    if (other !== undefined)
      throw new OperatorError(
        `The columns ${other} and ${column} both contain \`${field}\`. Put one of them into a second file.`,
      );
    columns.set(field, column);
  }
  if ([...columns.keys()].every((field) => field === 'country'))
    throw new OperatorError('No column identifies a person: name one email, phone, network or person_id.');
  return columns;
}

/** A country without a phone number says nothing: lists have it in every row. */
function toOptOut(row: TextRow, columns: Columns): OptOut {
  const given = [...columns].map(([field, column]) => [field, row[column]?.trim() ?? ''] as const);
  const optOut: OptOut = Object.fromEntries(given.filter(([, text]) => text !== ''));
  if (optOut.phone === undefined) delete optOut.country;
  return optOut;
}

async function readTable({ bytes }: Part): Promise<OptOutRow[]> {
  const { head, all } = await peek(bytes, headBytes);
  const table = detectTable(head);
  if (table.kind === 'parquet') throw new OperatorError('A list of opt-outs must be CSV, TSV or NDJSON, not Parquet.');
  const columns = findColumns(table.header);
  const rows: OptOutRow[] = [];
  for await (const batch of rowsOf(tableFormat(table).open(), all)) {
    for (const { line, row } of batch) {
      rows.push({ line, optOut: row instanceof Reject ? row : toOptOut(row, columns) });
    }
  }
  return rows;
}

type Digests = 'email_sha256' | 'phone_sha256';

/** The hash may be in any column, and there may be a header or none. */
async function readDigests({ bytes }: Part, way: Digests): Promise<OptOutRow[]> {
  const lines = new TableLines();
  const rows: OptOutRow[] = [];
  const read = (text: string, line: number) => {
    if (text.trim() === '') return;
    const cells = text.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const digest = cells.find((cell) => parseDigest(cell));
    if (digest === undefined && line === 1) return;
    rows.push({ line, optOut: digest === undefined ? reject('the line contains no SHA-256') : { [way]: digest } });
  };
  for await (const chunk of bytes) for (const { text, number } of lines.take(chunk)) read(text, number);
  for (const { text, number } of lines.end()) read(text, number);
  return rows;
}

/** Reads a list of opt-outs: a table with a column for each way, or hashes that an authority publishes. */
export async function readOptOutFile(file: string, digests?: Digests): Promise<OptOutFile> {
  const facts: Parameters<typeof partsOf>[2] = [];
  const rows: OptOutRow[] = [];
  for await (const part of partsOf([file], {}, facts)) {
    if (rows.length > 0)
      throw new OperatorError(`${file} contains several files. Unpack it, and pass each on its own.`);
    try {
      rows.push(...(digests ? await readDigests(part, digests) : await readTable(part)));
    } catch (error) {
      throw explainFileError(error, part.name);
    }
  }
  return { sha256: facts[0]?.sha256 ?? '', rows };
}
