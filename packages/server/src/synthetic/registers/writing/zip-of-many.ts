import { crc32, deflateRawSync } from 'node:zlib';

/** One small file in the zip. */
export interface Entry {
  name: string;
  bytes: Buffer;
}

const utf8Names = 0x0800;
const deflated = 8;
/** 1 January 2026, midnight: fixed, so that the same files give the same bytes. */
const day = ((2026 - 1980) << 9) | (1 << 5) | 1;
const version = { plain: 20, zip64: 45 } as const;

/** The fields that the local header and the central directory entry share. */
function factsOf({ name, bytes }: Entry, packed: Buffer): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(version.plain, 0);
  facts.writeUInt16LE(utf8Names, 2);
  facts.writeUInt16LE(deflated, 4);
  facts.writeUInt16LE(day, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(name), 22);
  return facts;
}

function lineOf(name: string, facts: Buffer, at: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(at, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([version.plain, 0]), facts, rest, Buffer.from(name)]);
}

/** The end of the central directory in Zip64 format, for more than 65,535 files; the short record points to it. */
function endOf(count: number, at: number, length: number): Buffer {
  const end = Buffer.alloc(56);
  end.write('PK\x06\x06', 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(version.zip64, 12);
  end.writeUInt16LE(version.zip64, 14);
  for (const [offset, value] of [
    [24, count],
    [32, count],
    [40, length],
    [48, at],
  ] as const)
    end.writeBigUInt64LE(BigInt(value), offset);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(at + length), 8);
  locator.writeUInt32LE(1, 16);
  const short = Buffer.alloc(22, 0xff);
  short.write('PK\x05\x06\0\0\0\0', 'latin1');
  short.writeUInt16LE(0, 20);
  return Buffer.concat([end, locator, short]);
}

const linesAtOnce = 1000;

/**
 * The bytes of a zip of very many small files. Keeps only the central directory entry of each file, about 70 bytes: the
 * library that writes the other zips keeps ten times as much.
 */
export function* zipOfMany(entries: Iterable<Entry>): Generator<Buffer> {
  const contents: Buffer[] = [];
  let lines: Buffer[] = [];
  let count = 0;
  let at = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(entry.bytes, { level: 1 });
    const facts = factsOf(entry, packed);
    lines.push(lineOf(entry.name, facts, at));
    if (lines.length === linesAtOnce) {
      contents.push(Buffer.concat(lines));
      lines = [];
    }
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(entry.name), packed]);
    yield file;
    at += file.length;
    count += 1;
  }
  contents.push(Buffer.concat(lines));
  yield* contents;
  const length = contents.reduce((sum, part) => sum + part.length, 0);
  yield endOf(count, at, length);
}
