import { constants, crc32, deflateRawSync } from 'node:zlib';

/** An entry as it is written, which may be wrong. */
export interface HandMadeEntry {
  name: string;
  packed: Buffer;
  size: number;
  crc: number;
  flags?: number;
  /** The offset in the directory; default: the true one. */
  offset?: number;
}

/** A correct entry. */
export function entryOf(name: string, content: string | Buffer): HandMadeEntry {
  const data = Buffer.from(content);
  return { name, packed: deflateRawSync(data), size: data.length, crc: crc32(data) };
}

const endOfDeflate = Buffer.from([3, 0]);

/** Head, many repetitions of one piece, and tail: the piece is compressed once, so that a gigabyte takes no time. */
export function repeatedEntry(
  name: string,
  [head, piece, tail]: [string, Buffer, string],
  times: number,
): HandMadeEntry {
  const pack = (data: Buffer | string) => deflateRawSync(data, { finishFlush: constants.Z_FULL_FLUSH });
  const packedPiece = pack(piece);
  const packed = Buffer.concat([pack(head), ...Array<Buffer>(times).fill(packedPiece), pack(tail), endOfDeflate]);
  let crc = crc32(head);
  for (let n = 0; n < times; n += 1) crc = crc32(piece, crc);
  const size = Buffer.byteLength(head) + times * piece.length + Buffer.byteLength(tail);
  return { name, packed, size, crc: crc32(tail, crc) };
}

function headerOf({ name, packed, size, crc, flags = 0 }: HandMadeEntry): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800 | flags, 2);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

function directoryEntry(entry: HandMadeEntry, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.offset ?? offset, 10);
  return Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), headerOf(entry), rest, Buffer.from(entry.name)]);
}

function endOfDirectory(entries: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Writes a zip by hand: libraries refuse to write invalid ones. */
export function zipOf(entries: readonly HandMadeEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    directory.push(directoryEntry(entry, offset));
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), headerOf(entry), Buffer.from(entry.name), entry.packed]);
    bodies.push(body);
    offset += body.length;
  }
  const contents = Buffer.concat(directory);
  return Buffer.concat([...bodies, contents, endOfDirectory(entries.length, contents.length, offset)]);
}
