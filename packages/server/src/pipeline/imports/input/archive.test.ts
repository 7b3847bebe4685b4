import { createWriteStream, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { OperatorError } from '../../../core/errors/failure.ts';
import { isZip, zipParts } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Packed {
  name: string;
  data: Buffer | string;
  /** False header values, used instead of the correct ones. */
  method?: number;
  flags?: number;
  crc?: number;
  size?: number;
  offset?: number;
  comment?: number;
}

function headerOf(entry: Packed, packed: Buffer): Buffer {
  const data = Buffer.from(entry.data);
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800 | (entry.flags ?? 0), 2);
  header.writeUInt16LE(entry.method ?? 8, 4);
  header.writeUInt32LE(entry.crc ?? crc32(data), 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(entry.size ?? data.length, 18);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return header;
}

function directoryEntry(entry: Packed, header: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt16LE(entry.comment ?? 0, 0);
  rest.writeUInt32LE(entry.offset ?? offset, 10);
  const comment = Buffer.alloc(entry.comment ?? 0, 'x');
  return Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), header, rest, Buffer.from(entry.name), comment]);
}

/** Writes a zip byte by byte, because zip libraries refuse to write invalid ones. */
function zipOf(entries: Packed[], announced = entries.length): string {
  const file = join(folder, `${crypto.randomUUID()}.zip`);
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = entry.method === 0 ? Buffer.from(entry.data) : deflateRawSync(entry.data);
    const header = headerOf(entry, packed);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), header, Buffer.from(entry.name), packed]);
    directory.push(directoryEntry(entry, header, offset));
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(announced, 8);
  end.writeUInt16LE(announced, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  writeFileSync(file, Buffer.concat([...bodies, ...directory, end]));
  return file;
}

async function read(file: string, parts?: RegExp): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, bytes } of zipParts(file, parts)) {
    let text = '';
    for await (const chunk of bytes) text += chunk.toString('latin1');
    found[name] = text;
  }
  return found;
}

/** Returns the error for the archive, and checks that little was unpacked and little memory was used. */
async function refusal(file: string, parts?: RegExp): Promise<string> {
  const before = process.memoryUsage.rss();
  let bytesSeen = 0;
  try {
    for await (const { bytes } of zipParts(file, parts)) for await (const chunk of bytes) bytesSeen += chunk.length;
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 << 20);
    expect(bytesSeen).toBeLessThan(8 << 20);
    return (error as Error).message.replaceAll(file, 'FILE');
  }
  throw new Error('the archive was read');
}

test('matching files are read completely, in the order of their names', async () => {
  const long = 'orgdex '.repeat(100_000);
  const file = zipOf([
    { name: 'Public10.xml', data: long },
    { name: 'readme.txt', data: 'no' },
    { name: 'Public2.xml', data: 'stored', method: 0 },
    { name: 'deep/Public1.xml', data: '' },
    { name: '__MACOSX/._Public2.xml', data: 'no' },
    { name: 'deep/', data: '', method: 0 },
  ]);
  const found = await read(file, /\.xml$/);
  expect(Object.keys(found)).toEqual(['deep/Public1.xml', 'Public2.xml', 'Public10.xml']);
  expect(found).toEqual({ 'deep/Public1.xml': '', 'Public2.xml': 'stored', 'Public10.xml': long });
  expect(Object.keys(await read(file))).toContain('readme.txt');
});

test('a zip is recognized by its first bytes', () => {
  expect(isZip(Buffer.from('PK\u0003\u0004rest'))).toBe(true);
  expect(isZip(Buffer.from('PK\u0005\u0006'))).toBe(true);
  expect(isZip(Buffer.from('PK'))).toBe(false);
  expect(isZip(Buffer.from('PKZIP'))).toBe(false);
});

const zeros = Buffer.alloc(120 << 20);

test('a zip bomb is rejected before any byte is unpacked: one dense entry, or many small ones', async () => {
  expect(await refusal(zipOf([{ name: 'a.xml', data: zeros }]))).toMatch(/^FILE would unpack to more than 200 times/);
  const small = zeros.subarray(0, 30 << 20);
  const many = ['a', 'b', 'c', 'd'].map((name) => ({ name, data: small }));
  expect(await refusal(zipOf(many))).toMatch(/^FILE would unpack to more than 200 times/);
});

test('a dense file is read if it is small enough to be harmless', async () => {
  const found = await read(zipOf([{ name: 'a.csv', data: zeros.subarray(0, 1 << 20) }]));
  expect(found['a.csv']).toHaveLength(1 << 20);
});

test('entries that share packed bytes are rejected', async () => {
  const file = zipOf([
    { name: 'a', data: 'same' },
    { name: 'b', data: 'same', offset: 0 },
  ]);
  expect(await refusal(file)).toBe('FILE has entries that overlap, so it is not read. Download it again.');
});

test('a part that is larger or smaller than declared is damaged', async () => {
  const damaged = 'a in FILE is damaged: its size or checksum does not match. Download FILE again.';
  expect(await refusal(zipOf([{ name: 'a', data: zeros, size: 5000 }]))).toBe(damaged);
  expect(await refusal(zipOf([{ name: 'a', data: 'short', size: 5000 }]))).toBe(damaged);
});

test('a part with a wrong checksum fails at its end', async () => {
  const file = zipOf([{ name: 'a', data: 'text', crc: 1 }]);
  expect(await refusal(file)).toBe('a in FILE is damaged: its size or checksum does not match. Download FILE again.');
});

test('a central directory that is too long or too large is rejected', async () => {
  expect(await refusal(zipOf([{ name: 'a', data: '' }], 10_001))).toMatch(/^FILE contains more than 10,000 entries/);
  const wordy = Array.from({ length: 80 }, (_, n) => ({ name: `${n}`, data: '', comment: 65_000 }));
  expect(await refusal(zipOf(wordy))).toMatch(/^FILE has a central directory of more than 4 MiB/);
});

test('a source may allow more parts, which are read in packed order', async () => {
  const many = zipOf(Array.from({ length: 10_001 }, (_, n) => ({ name: `CIK${10_000 - n}.json`, data: `${n}` })));
  expect(await refusal(many)).toMatch(/^FILE contains more than 10,000 entries/);
  const names: string[] = [];
  for await (const { name } of zipParts(many, /\.json$/, 20_000)) names.push(name);
  expect(names).toHaveLength(10_001);
  expect(names.slice(0, 2)).toEqual(['CIK10000.json', 'CIK9999.json']);
});

test('a zip in the format for more than 65,535 files (Zip64) is read to the last file', async () => {
  const path = join(folder, 'zip64.zip');
  const zip = new ZipFile();
  for (let n = 0; n < 1000; n++) zip.addBuffer(Buffer.from(`${n}`), `f${n}.json`, { forceZip64Format: true });
  zip.end({ forceZip64Format: true, comment: '' });
  await pipeline(zip.outputStream, createWriteStream(path));
  const names: string[] = [];
  for await (const { name } of zipParts(path, /99\.json$/, 1000)) names.push(name);
  expect(names).toEqual(['f99.json', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `f${n}99.json`)]);
});

test.each(['../a.xml', 'x/../../a.xml', '/a.xml', 'C:\\a.xml', 'x\\a.xml', 'a\u001b[2J.xml'])(
  'an archive with the name %j is refused, whatever else it contains',
  async (name) => {
    const file = zipOf([
      { name: 'good.xml', data: 'x' },
      { name, data: 'x' },
    ]);
    expect(await refusal(file, /good/)).toMatch(/^FILE contains a path outside the archive/);
  },
);

test('a zip inside a zip is not opened', async () => {
  const inner = Buffer.from('PK\u0003\u0004 and so on');
  const file = zipOf([{ name: 'inner.zip', data: inner }]);
  expect(await refusal(file, /\.xml$/)).toBe(
    'FILE contains no file that this source reads; it contains inner.zip. Check that it is the right file. If it contains another zip file, unpack it first.',
  );
  expect(await refusal(file)).toBe(
    'FILE contains another zip file: inner.zip. Unpack FILE and import the files in it.',
  );
});

test('the error names encrypted entries and unsupported methods', async () => {
  expect(await refusal(zipOf([{ name: 'a', data: 'x', flags: 1 }]))).toMatch(/^a in FILE is encrypted\. Unpack it/);
  expect(await refusal(zipOf([{ name: 'a', data: 'x', flags: 0x41 }]))).toMatch(/^FILE is encrypted\. Unpack it/);
  expect(await refusal(zipOf([{ name: 'a', data: 'x', method: 14 }]))).toMatch(/unsupported compression method \(14\)/);
});

test('a truncated or empty zip fails with a clear error', async () => {
  const file = zipOf([{ name: 'a', data: 'text '.repeat(1000) }]);
  truncateSync(file, 60);
  expect(await refusal(file)).toMatch(/^Cannot unpack FILE: .*\. The file may be incomplete\. Download it again\.$/);
  expect(await refusal(zipOf([]))).toBe('FILE is an empty zip. Download it again.');
});

test('invalid packed bytes fail with a clear error', async () => {
  const file = zipOf([{ name: 'a', data: '\u00ff\u00ff\u00ff', method: 0 }]);
  const bytes = readFileSync(file);
  bytes.writeUInt16LE(8, bytes.indexOf('PK\u0001\u0002') + 10);
  writeFileSync(file, bytes);
  expect(await refusal(file)).toMatch(/^Cannot unpack FILE/);
});

test('a missing file keeps its own error', async () => {
  await expect(read(join(folder, 'none.zip'))).rejects.toMatchObject({ code: 'ENOENT' });
});
