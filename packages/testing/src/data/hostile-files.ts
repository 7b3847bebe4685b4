import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { entryOf, type HandMadeEntry, repeatedEntry, zipOf } from './hand-made-zip.ts';

/** A file that a reader accepts, in three parts, so that something hostile can be inserted. */
export interface GoodFile {
  head: string;
  rows: string;
  tail: string;
}

/** Writes a hostile file. */
export type Make = (path: string, good: GoodFile) => void;

const gigabyte = 2 ** 30;
const megabyte = 2 ** 20;
const xs = Buffer.alloc(megabyte, 'x');
/** Compresses to an eightieth, like honest text: the check for zip bombs does not detect it. */
const packable = Buffer.from(
  randomBytes(4096)
    .toString('hex')
    .repeat(megabyte / 8192),
);

const textOf = ({ head, rows, tail }: GoodFile) => head + rows + tail;
const write =
  (contentOf: (good: GoodFile) => string | Buffer): Make =>
  (path, good) =>
    writeFileSync(path, contentOf(good));

/** Head, a sparse gigabyte of NUL that takes no disk space, and tail. */
function writeSparse(path: string, [head, tail]: [string, string]): void {
  writeFileSync(path, head);
  truncateSync(path, gigabyte);
  appendFileSync(path, tail);
}

/** The same with a real letter. */
function writeLong(path: string, [head, tail]: [string, string]): void {
  const file = openSync(path, 'w');
  writeSync(file, head);
  for (let n = 0; n < gigabyte / megabyte; n += 1) writeSync(file, xs);
  writeSync(file, tail);
  closeSync(file);
}

const inHalf = (bytes: Buffer) => bytes.subarray(0, Math.ceil(bytes.length / 2));
const withoutEnd = (bytes: Buffer) => bytes.subarray(0, -100);
/** So many that an import that stages all of them first takes too long. */
const manyCompanies = ({ head }: GoodFile) =>
  head +
  Array.from(
    { length: 200_000 },
    (_, n) => `Long ${n} Pty Ltd,long-${(n * 7919) % 199_999}.example.com,AU,Perth\n`,
  ).join('');
const gzipTimes = (piece: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(gzipSync(piece)));
const megabyteOf = (row: string) => Buffer.from(row.repeat(Math.ceil(megabyte / row.length)));

/** A frame without its length: after a header, blocks that each repeat one byte for 128 KiB. */
function zstdBomb(): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const blockOf = (last: number) => {
    const block = Buffer.alloc(4, 'x');
    block.writeUIntLE(((128 * 1024) << 3) | 2 | last, 0, 3);
    return block;
  };
  return Buffer.concat([header, ...Array<Buffer>(8 * 1024 - 1).fill(blockOf(0)), blockOf(1)]);
}

export const text = {
  empty: write(() => ''),
  random: write(() => randomBytes(3 * megabyte)),
  utf16: write((good) => Buffer.from(`\ufeff${textOf(good)}`, 'utf16le')),
  truncated: write((good) => inHalf(Buffer.from(textOf(good)))),
  /** The bad rows follow the good ones; \xff never occurs in UTF-8. */
  withRows: (...rows: string[]) =>
    write(({ head, rows: good, tail }) =>
      Buffer.concat([Buffer.from(head + good), Buffer.from(rows.join(''), 'latin1'), Buffer.from(tail)]),
    ),
  withHead: (head: string) => write(({ rows, tail }) => head + rows + tail),
  endless:
    (begin: string): Make =>
    (path, { head, rows, tail }) =>
      writeSparse(path, [head + rows + begin, `\n${tail}`]),
  endlessLetters: ((path, { head, rows, tail }) => writeLong(path, [head + rows, `\n${tail}`])) as Make,
  endlessFromTheStart: ((path) => writeSparse(path, ['', ''])) as Make,
  folder: ((path) => {
    mkdirSync(path);
  }) as Make,
  missing: (() => {}) as Make,
};

export const packed = {
  gzipBomb: write(({ head }) => Buffer.concat([gzipSync(head), gzipTimes(xs, 1024)])),
  zstdBomb: write(zstdBomb),
  /** Requests a window of 2 GB before the first byte. */
  zstdWindow: write(() => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x03, 0x00, 0x40, 0x78])),
  gzipCut: write((good) => inHalf(gzipSync(textOf(good)))),
  zstdCut: write((good) => inHalf(zstdCompressSync(textOf(good)))),
  longGzipCut: write((good) => withoutEnd(gzipSync(manyCompanies(good)))),
  longZstdCut: write((good) => withoutEnd(zstdCompressSync(manyCompanies(good)))),
  /** A thousand megabytes of this row after the good ones. */
  flood: (row: string) =>
    write(({ head, rows }) => Buffer.concat([gzipSync(head + rows), gzipTimes(megabyteOf(row), 1024)])),
  endless: write(({ head, rows }) => Buffer.concat([gzipSync(head + rows), gzipTimes(packable, 1024)])),
};

const zip = (entriesOf: (good: GoodFile) => HandMadeEntry[]) => write((good) => zipOf(entriesOf(good)));
const dense = (name: string, megabytes: number) => repeatedEntry(name, ['', xs, ''], megabytes);
const named = (count: number, entry: HandMadeEntry) =>
  Array.from({ length: count }, (_, n) => ({ ...entry, name: `${n}.xml` }));

export const zips = {
  denseEntry: zip(() => [dense('a.xml', 1024)]),
  /** It states a small size. */
  lying: zip(() => [{ ...dense('a.xml', 1024), size: 100_000 }]),
  /** A thousand names for the same compressed bytes. */
  overlapping: zip(() => [
    dense('a.xml', 64),
    ...named(1000, { ...dense('', 64), packed: Buffer.alloc(0), offset: 0 }),
  ]),
  manyDense: zip(() => named(50, dense('', 32))),
  manyEntries: zip(() => named(20_000, entryOf('', ''))),
  nested: zip((good) => [entryOf('inner.zip', zipOf([entryOf('a.xml', textOf(good))]))]),
  nestedByName: zip((good) => [entryOf('a.xml', zipOf([entryOf('a.xml', textOf(good))]))]),
  outside: zip((good) => [entryOf('a.xml', textOf(good)), entryOf('../../etc/a.xml', 'x')]),
  encrypted: zip((good) => [{ ...entryOf('a.xml', textOf(good)), flags: 1 }]),
  wrongSum: zip((good) => [{ ...entryOf('a.xml', textOf(good)), crc: 1 }]),
  garbage: zip((good) => [{ ...entryOf('a.xml', textOf(good)), packed: Buffer.alloc(5000, 0xff) }]),
  truncated: write((good) => inHalf(zipOf([entryOf('a.xml', textOf(good))]))),
  nothingInside: zip(() => []),
  endless: zip(({ head, rows, tail }) => [repeatedEntry('a.xml', [`${head}${rows}<ABR>`, packable, tail], 1024)]),
  withoutEnd: zip(({ head, rows }) => [entryOf('a.xml', head + rows)]),
};
