import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type ColumnSource, parquetWriteFile } from 'hyparquet-writer';
import { afterAll, describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../../knowledge/sources/formats/format.ts';
import { parquetHeader, parquetRows } from './parquet.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-parquet-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An LZ4 block that contains only literals. */
function lz4(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return bytes;
  if (bytes.length < 15) return Buffer.concat([Buffer.from([bytes.length << 4]), bytes]);
  const rest = bytes.length - 15;
  return Buffer.concat([
    Buffer.from([0xf0]),
    Buffer.alloc(Math.floor(rest / 255), 255),
    Buffer.from([rest % 255]),
    bytes,
  ]);
}
const compressors = { GZIP: gzipSync, ZSTD: zstdCompressSync, BROTLI: brotliCompressSync, LZ4_RAW: lz4 };
type Codec = keyof typeof compressors | 'SNAPPY' | 'UNCOMPRESSED';

const columns: ColumnSource[] = [
  { name: 'name', data: ['Kestrel Vane', 'Brolga Freight', 'Café Müller'], type: 'STRING' },
  { name: 'abn', data: [47612345003n, 11123456780n, 32777000111n], type: 'INT64' },
  { name: 'employees', data: [35, null, 1200], type: 'DOUBLE', nullable: true },
  {
    name: 'founded',
    data: [new Date('1999-05-01'), new Date('2004-01-01T10:00:00Z'), null],
    type: 'TIMESTAMP',
    nullable: true,
  },
  { name: 'listed', data: [true, false, true], type: 'BOOLEAN' },
];

let files = 0;
function write(columnData: ColumnSource[], codec: Codec = 'SNAPPY', rowGroupSize = 2): string {
  const filename = join(folder, `${++files}.parquet`);
  parquetWriteFile({ filename, columnData, codec, rowGroupSize, compressors });
  return filename;
}

async function read(file: string) {
  const rows = [];
  for await (const some of parquetRows(file)) rows.push(...some);
  return rows;
}

test.each<Codec>(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD', 'BROTLI', 'LZ4_RAW'])(
  '%s is read as text, row by row',
  async (codec) => {
    expect(await read(write(columns, codec))).toEqual([
      {
        line: 1,
        row: { name: 'Kestrel Vane', abn: '47612345003', employees: '35', founded: '1999-05-01', listed: 'true' },
      },
      {
        line: 2,
        row: {
          name: 'Brolga Freight',
          abn: '11123456780',
          employees: '',
          founded: '2004-01-01T10:00:00.000Z',
          listed: 'false',
        },
      },
      { line: 3, row: { name: 'Café Müller', abn: '32777000111', employees: '1200', founded: '', listed: 'true' } },
    ]);
  },
);

test('the header contains the columns in order', async () => {
  expect(await parquetHeader(write(columns))).toEqual(['name', 'abn', 'employees', 'founded', 'listed']);
});

test('a list is one cell with one line per value', async () => {
  const tags: ColumnSource = { name: 'tags', data: [['Mining', 'Tools'], []], type: 'JSON' };
  expect((await read(write([tags]))).map(({ row }) => row.tags)).toEqual(['Mining\nTools', '']);
});

describe('unreadable files are rejected with advice', () => {
  const copy = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const whole = () => readFileSync(write(columns));

  test('a truncated file', async () => {
    const bytes = whole();
    for (const length of [0, 4, 11, bytes.length - 1, bytes.length >> 1]) {
      await expect(read(copy('cut', bytes.subarray(0, length)))).rejects.toThrow('not a complete Parquet file');
      await expect(parquetHeader(copy('cut', bytes.subarray(0, length)))).rejects.toThrow(UnreadableFile);
    }
  });

  test('a footer that claims to be larger than the file', async () => {
    const bytes = whole();
    bytes.writeUInt32LE(0xfffffff0, bytes.length - 8);
    await expect(read(copy('footer', bytes))).rejects.toThrow('not a complete Parquet file');
  });

  test('pages that do not match the footer', async () => {
    const bytes = whole();
    bytes.fill(0xff, 4, 60);
    await expect(read(copy('pages', bytes))).rejects.toThrow(UnreadableFile);
  });

  test('a row group that does not fit into memory, whatever the footer says', async () => {
    const long = 'x'.repeat(1 << 20);
    const data = Array.from({ length: 258 }, (_, n) => `${n}${long}`);
    const file = write([{ name: 'name', data, type: 'STRING' }], 'ZSTD', 1000);
    expect(
      await read(file).then(
        () => 'was read',
        (error: Error) => error.message,
      ),
    ).toContain('smaller row groups');
  });
});
