import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { Reject, reject } from '../../../knowledge/sources/row-outcome.ts';
import type { FileFacts } from '../../../stores/postgres/imports/runs.ts';
import { explainFileError, partsOf } from './files.ts';
import { ndjson } from './ndjson.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

let files = 0;
function write(content: string | Buffer): string {
  files += 1;
  const path = join(folder, `${files}.ndjson`);
  writeFileSync(path, content);
  return path;
}

interface Line {
  file: string;
  line: number;
  row: unknown;
}

const facts: FileFacts[] = [];
async function read(...paths: string[]): Promise<Line[]> {
  const lines: Line[] = [];
  facts.length = 0;
  for await (const { file, bytes } of partsOf(paths, {}, facts)) {
    const reader = ndjson.open();
    const add = (rows: ReturnType<typeof reader.end>) => lines.push(...rows.map((row) => ({ file, ...row })));
    try {
      for await (const chunk of bytes) add(reader.take(chunk));
      add(reader.end());
    } catch (error) {
      throw explainFileError(error, file);
    }
  }
  return lines;
}
const texts = async (...paths: string[]) =>
  (await read(...paths)).map(({ row }) => (row instanceof Reject ? row.reason : JSON.stringify(row)));

describe('packing', () => {
  test.each<[string, (text: string) => string | Buffer]>([
    ['plain', (text) => text],
    ['gzip', (text) => gzipSync(text)],
    ['several gzip members', (text) => Buffer.concat([gzipSync(text.slice(0, 3)), gzipSync(text.slice(3))])],
    ['zstd', (text) => zstdCompressSync(text)],
  ])('%s is read', async (_, pack) => {
    expect(await texts(write(pack('{"a":1}\n{"b":2}\n')))).toEqual(['{"a":1}', '{"b":2}']);
  });

  test('a second zstd frame is read, or rejected if this version of Node cannot read it, but never omitted', async () => {
    const large = 'x'.repeat(400_000);
    for (const rest of ['{"b":2}\n', `${large}\n`]) {
      const frames = ['{"a":1}\n', rest, `${large}\n`].map((text) => zstdCompressSync(text));
      const outcome = await texts(write(Buffer.concat(frames))).catch((error: Error) => error.message);
      expect(outcome).toSatisfy((seen: string | string[]) =>
        typeof seen === 'string' ? seen.includes('several zstd frames') : seen.length === 3,
      );
    }
  });

  test('a large packed file is read to its end', async () => {
    const text = Array.from({ length: 200_000 }, (_, n) => `{"n":${n}}`).join('\n');
    const lines = await texts(write(gzipSync(text)));
    expect([lines.length, lines.at(-1)]).toEqual([200_000, '{"n":199999}']);
  });

  test('a truncated packed file is rejected, and the error names it', async () => {
    const path = write(gzipSync('{"a":1}\n'.repeat(1000)).subarray(0, 40));
    await expect(read(path)).rejects.toThrow(`Cannot unpack ${path}`);
    const zstd = write(
      Buffer.concat([zstdCompressSync('x'.repeat(9999)).subarray(0, 8), Buffer.from('garbage, not zstd at all')]),
    );
    await expect(read(zstd)).rejects.toThrow(`Cannot unpack ${zstd}`);
  });

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('a truncated %s file is rejected before its first row is read', async (_, pack) => {
    const text = Array.from({ length: 200_000 }, (_, n) => `{"n":${n}}`).join('\n');
    const packed = pack(text);
    const path = write(packed.subarray(0, packed.length - 10));
    let read = 0;
    const readAll = async () => {
      for await (const { bytes } of partsOf([path], {}, [])) for await (const chunk of bytes) read += chunk.length;
    };
    await expect(readAll()).rejects.toThrow('unexpected end of file');
    expect(read).toBe(0);
  });

  test('standard input is read like a file, packed or not, in chunks of any size', async () => {
    for (const bytes of [Buffer.from('{"ü":1}\n{"b":2}'), gzipSync('{"ü":1}\n{"b":2}')]) {
      const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
      vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(pieces) as never);
      expect(await texts('-')).toEqual(['{"ü":1}', '{"b":2}']);
    }
  });
});

describe('lines', () => {
  test('end with a line feed, with or without a carriage return; the last one needs neither', async () => {
    const lines = (await texts(write('{"a":1}\r\n{"b":2}\n{"c":3}'))).map((text) => JSON.parse(text));
    expect(lines).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  test('keep their numbers if blank lines, which are ignored, come before', async () => {
    expect(await read(write('\n{"a":1}\n \t\r\n\n{"b":2}\n\n'))).toMatchObject([
      { line: 2, row: { a: 1 } },
      { line: 5, row: { b: 2 } },
    ]);
  });

  test('are read without a byte order mark', async () => {
    expect(await texts(write('\ufeff{"a":1}\n'))).toEqual(['{"a":1}']);
  });

  test('that are too long or not UTF-8 are rejected with the reason, and the next one is read', async () => {
    const long = Buffer.from(`"${'x'.repeat(5 * 1024 * 1024)}"\n`);
    const path = write(Buffer.concat([long, Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from('{"a":1}\n'), long]));
    expect(await read(path)).toEqual([
      { file: path, line: 1, row: reject('longer than 4 MiB') },
      { file: path, line: 2, row: reject('not UTF-8') },
      { file: path, line: 3, row: { a: 1 } },
      { file: path, line: 4, row: reject('longer than 4 MiB') },
    ]);
  });

  test('that are not JSON, or contain a NUL character, are rejected', async () => {
    expect(await texts(write('{\n{"a":"b\\u0000c"}\n'))).toEqual(['not valid JSON', 'contains a NUL character']);
  });

  test('may span several chunks of a file', async () => {
    const line = JSON.stringify({ text: 'ü'.repeat(400_000) });
    expect(await texts(write(`${line}\n${line}\n`))).toEqual([line, line]);
  });

  test('of several files follow one another, and are numbered from one in each file', async () => {
    const [one, two] = [write('{"a":1}'), write('{"b":2}\n')];
    expect(await read(one, two)).toEqual([
      { file: one, line: 1, row: { a: 1 } },
      { file: two, line: 1, row: { b: 2 } },
    ]);
    expect(facts).toEqual([
      { name: one, bytes: 7, sha256: createHash('sha256').update('{"a":1}').digest('hex') },
      { name: two, bytes: 8, sha256: createHash('sha256').update('{"b":2}\n').digest('hex') },
    ]);
  });

  test('of an empty file do not exist', async () => {
    expect(await read(write(''))).toEqual([]);
  });
});

test('the error names a missing file or a folder', async () => {
  await expect(read(join(folder, 'none'))).rejects.toThrow('File not found');
  await expect(read(folder)).rejects.toThrow('is a folder');
});
