import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type Compressors,
  type DecodedArray,
  type FileMetaData,
  type ParquetRowRange,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type RowGroup,
  type SchemaElement,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { UnreadableFile } from '../../../knowledge/sources/formats/format.ts';
import { flatten } from '../../../knowledge/sources/formats/json-lines.ts';

/** The largest unpacked size of a row group, which is kept in memory as a whole. */
const maxGroupBytes = 256 * 1024 * 1024;
/** More rows per group than any common writer produces. */
const maxGroupRows = 2_000_000;
const maxFooterBytes = 64 * 1024 * 1024;
/** Rows per batch. */
const batchRows = 5000;

const tooLarge = () =>
  new UnreadableFile(
    'A row group takes more than 256 MiB, or has more than 2,000,000 rows. Write the file again with smaller row groups (100,000 rows).',
  );

/** The size that the footer declares. It may be wrong, so unpacking is limited as well. */
const sizeOf = ({ columns }: RowGroup): number =>
  columns.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0n), 0);

interface Opened {
  file: AsyncBuffer;
  metadata: FileMetaData;
}

async function open(path: string): Promise<Opened> {
  const file = await asyncBufferFromFile(path);
  const broken = 'This is not a complete Parquet file. It may be truncated. Download or write it again.';
  if (file.byteLength < 12) throw new UnreadableFile(broken);
  const tail = new DataView(await file.slice(file.byteLength - 8, file.byteLength));
  // The declared length of the footer is checked before memory is allocated for it.
  if (
    tail.getUint32(4, true) !== 0x31524150 ||
    tail.getUint32(0, true) > Math.min(maxFooterBytes, file.byteLength - 12)
  ) {
    throw new UnreadableFile(broken);
  }
  try {
    return { file, metadata: await parquetMetadataAsync(file) };
  } catch (error) {
    throw new UnreadableFile(broken, { cause: error });
  }
}

/** The column names of the file, as they appear in a row. */
export async function parquetHeader(path: string): Promise<string[]> {
  const { metadata } = await open(path);
  const groups = new Map(
    metadata.schema.filter(({ num_children }) => num_children).map((group) => [group.name, group]),
  );
  const names = metadata.row_groups[0]?.columns.flatMap(({ meta_data }) =>
    columnOf(groups, meta_data?.path_in_schema ?? []),
  );
  return [...new Set(names ?? [])];
}

const wrappers = new Set(['LIST', 'MAP']);

/** `a.b` for a field inside a group; a list is one column, whatever its inner names are. */
function columnOf(groups: ReadonlyMap<string, SchemaElement>, [outer, inner]: readonly string[]): string[] {
  if (outer === undefined) return [];
  const group = groups.get(outer);
  const isList = !group || wrappers.has(group.converted_type ?? '') || wrappers.has(group.logical_type?.type ?? '');
  return [isList || inner === undefined ? outer : `${outer}.${inner}`];
}

/** Dates without a time if it is midnight; numbers as digits. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  if (value instanceof Date)
    return Number.isNaN(value.valueOf()) ? '' : value.toISOString().replace(/T00:00:00\.000Z$/, '');
  if (value instanceof Uint8Array) return '';
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]));
}

function refuseLarge({ row_groups: groups }: FileMetaData): void {
  const isSmall = (group: RowGroup) => Number(group.num_rows) <= maxGroupRows && sizeOf(group) <= maxGroupBytes;
  if (!groups.every(isSmall)) throw tooLarge();
}

/** The decoded columns of one row group. Repeated values are stored once, and rows are built on demand. */
async function readGroup({ file, metadata }: Opened, rows: ParquetRowRange): Promise<[string, DecodedArray][]> {
  try {
    const scan = await parquetScan({ file, metadata, compressors: meteredCompressors(maxGroupBytes), ...rows });
    const columns: [string, DecodedArray][] = [];
    for (const { element } of parquetSchema(metadata).children) {
      columns.push([element.name, await scan.readColumn({ column: element.name, ...rows })]);
    }
    return columns;
  } catch (error) {
    if (error instanceof PageTooLarge) throw tooLarge();
    const reason = error instanceof Error ? error.message : 'unknown';
    const message = `The rows from ${rows.rowStart + 1} on cannot be unpacked (${reason}). Write the file again.`;
    throw new UnreadableFile(message, { cause: error });
  }
}

/** The rows of a Parquet file, with one row group in memory at a time; `line` is the number of the row. */
export async function* parquetRows(path: string): AsyncGenerator<{ line: number; row: Record<string, string> }[]> {
  const opened = await open(path);
  refuseLarge(opened.metadata);
  let rowStart = 0;
  for (const group of opened.metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const columns = await readGroup(opened, { rowStart, rowEnd });
    const rowAt = (at: number) => flatten(Object.fromEntries(columns.map(([name, data]) => [name, toPlain(data[at])])));
    for (let from = 0; from < rowEnd - rowStart; from += batchRows) {
      const length = Math.min(batchRows, rowEnd - rowStart - from);
      const first = rowStart + from;
      yield Array.from({ length }, (_, n) => ({ line: first + n + 1, row: rowAt(from + n) }));
    }
    rowStart = rowEnd;
  }
}

/** The unpacked pages of a row group need more memory than allowed. */
class PageTooLarge extends Error {}

type Unpack = (input: Uint8Array, outputLength: number) => Uint8Array;

/** Makes Node's decompressors stop at the declared size of the page; a longer page is invalid. */
const bounded =
  (unpack: (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array): Unpack =>
  (input, outputLength) =>
    unpack(input, { maxOutputLength: Math.max(1, outputLength) });

const unpackers: Compressors = {
  ...compressors,
  GZIP: bounded(gunzipSync),
  ZSTD: bounded(zstdDecompressSync),
  BROTLI: bounded(brotliDecompressSync),
};

/**
 * Decompressors that fail once all pages together exceed `largest` bytes, because the sizes in the footer may be wrong.
 */
function meteredCompressors(largest: number): Compressors {
  let unpacked = 0;
  const meter =
    (unpack: Unpack): Unpack =>
    (input, outputLength) => {
      unpacked += outputLength;
      if (unpacked > largest) throw new PageTooLarge();
      return unpack(input, outputLength);
    };
  return Object.fromEntries(Object.entries(unpackers).map(([codec, unpack]) => [codec, meter(unpack)]));
}
