import { hashRowKey, type Secret } from '../../../core/settings/secret.ts';
import { type Placed, UnreadableFile } from '../../../knowledge/sources/formats/format.ts';
import type { TextRow } from '../../../knowledge/sources/formats/json-lines.ts';
import { Reject } from '../../../knowledge/sources/row-outcome.ts';
import { type DetectedTable, detectTable, headBytes } from '../../../knowledge/sources/tables/detect-table.ts';
import { checkColumnCount, type Mapping, mapColumns } from '../../../knowledge/sources/tables/map-columns.ts';
import { tableFormat } from '../../../knowledge/sources/tables/table-format.ts';
import { toCompany } from '../../../knowledge/sources/tables/to-company.ts';
import { toPerson } from '../../../knowledge/sources/tables/to-person.ts';
import { checkName } from '../stage/to-row.ts';
import { peek } from './bytes.ts';
import type { Part } from './files.ts';
import { parquetHeader, parquetRows } from './parquet.ts';
import { type Reader, RecordWithWarnings, rowsOf as rowsOfTable, type TableReaderName } from './reader.ts';

interface MappedRow {
  text: TextRow;
  mapping: Mapping;
}

/** What was detected in a file, and its rows. */
interface Opened {
  /** The first bytes of the file. */
  head: Buffer;
  detected: DetectedTable;
  mapping: Mapping;
  rows: AsyncIterable<Placed<TextRow>[]>;
}

/**
 * Detects the format of a table and maps its columns. The caller handles the problems of the mapping.
 * @param keeps whether rows come with what a row of text loses: see `Placed.given`
 */
export async function openTable(part: Part, { table, map }: TableReaderName, keeps = false): Promise<Opened> {
  const { head, all } = await peek(part.bytes, headBytes);
  const detected = detectTable(head);
  const header = detected.kind === 'parquet' ? await parquetHeader(part.file) : detected.header;
  checkColumnCount(header);
  const mapping = mapColumns(header, table, new Map(map));
  const rows =
    detected.kind === 'parquet' ? parquetRows(part.file) : rowsOfTable(tableFormat(detected, keeps).open(), all);
  return { head, detected, mapping, rows };
}

async function* rowsOf(part: Part, name: TableReaderName): AsyncGenerator<Placed<MappedRow>[]> {
  const { mapping, rows } = await openTable(part, name);
  if (mapping.problems.length > 0) throw new UnreadableFile(mapping.problems.join(' '));
  for await (const some of rows) {
    yield some.map(({ line, row }) => ({ line, row: row instanceof Reject ? row : { text: row, mapping } }));
  }
}

/** The record of a row of an operator's own table, or why it was rejected. */
export function tableOutcome(
  name: TableReaderName,
  secret: Secret,
  { text, mapping }: MappedRow,
): RecordWithWarnings | Reject {
  const options = { country: name.country, hashKey: (key: string) => hashRowKey(secret, key) };
  const mapped = name.table === 'companies' ? toCompany(text, mapping, options) : toPerson(text, mapping, options);
  if (mapped instanceof Reject) return mapped;
  const named = checkName(mapped.record);
  return named instanceof Reject ? named : new RecordWithWarnings(mapped.record, mapped.notes);
}

export const openTableReader = (name: TableReaderName, secret: Secret): Reader => ({
  rowsOf: (part) => rowsOf(part, name),
  toOutcome: (row) => tableOutcome(name, secret, row as MappedRow),
});
