import { isParquet, UnreadableFile } from '../formats/format.ts';
import { parseJsonLine } from '../formats/json-lines.ts';
import { type TableLine, TableLines } from '../formats/table-lines.ts';
import { Reject } from '../row-outcome.ts';
import { type Encoding, encodingOf, Utf8Bytes } from './encoding.ts';
import { findHeader, type Layout } from './find-header.ts';

export interface DelimitedTable extends Layout {
  kind: 'delimited';
  encoding: Encoding;
  /** Classic Mac OS files end their lines with CR only. */
  lineEnd: '\n' | '\r';
}
export interface NdjsonTable {
  kind: 'ndjson';
  header: string[];
}
export type DetectedTable = DelimitedTable | NdjsonTable | { kind: 'parquet' };

/** How much of a file is read to detect its format. */
export const headBytes = 256 * 1024;

/** The complete lines of the sample; the last line only if the sample is all of the file. */
function linesOf(head: Buffer): TableLine[] {
  const lines = new TableLines();
  const complete = lines.take(head);
  const last = lines.end();
  if (head.length < headBytes) return [...complete, ...last];
  if (complete.length > 0) return complete;
  throw new UnreadableFile('The first line is longer than 256 KiB, so its columns cannot be read. Shorten the header.');
}

export const endLinesWithLf = (bytes: Buffer): Buffer =>
  Buffer.from(bytes).map((byte) => (byte === 13 ? 10 : byte)) as Buffer;

/** Detects the format of a file from its first bytes (`headBytes`, or all of the file if it is shorter). */
export function detectTable(head: Buffer): DetectedTable {
  if (isParquet(head)) return { kind: 'parquet' };
  refuseForeignFile(head);
  const encoding = encodingOf(head);
  const bytes = new Utf8Bytes(encoding).take(head);
  const lineEnd = bytes.includes(10) || !bytes.includes(13) ? '\n' : '\r';
  const lines = linesOf(lineEnd === '\r' ? endLinesWithLf(bytes) : bytes);
  const first = lines.find(({ text }) => text.trim() !== '');
  if (first?.text.trimStart().startsWith('{')) return { kind: 'ndjson', header: headerOfNdjson(lines) };
  const layout = findHeader(lines);
  if (!layout) {
    throw new UnreadableFile(
      'No header line was found. The table must start with a line of column names, such as name, website, phone.',
    );
  }
  return { kind: 'delimited', encoding, lineEnd, ...layout };
}

const sampledRows = 100;

/** The property names of the first rows. */
function headerOfNdjson(lines: readonly TableLine[]): string[] {
  const rows = lines.slice(0, sampledRows).map(parseJsonLine);
  const names = rows.flatMap((row) => (row && !(row instanceof Reject) ? Object.keys(row) : []));
  if (names.length === 0)
    throw new UnreadableFile('The file does not start with JSON objects. Write one JSON object per line.');
  return [...new Set(names)];
}

const asCsv = 'Save the sheet as CSV (UTF-8) and import that file.';
const zip = 'PK\u0003\u0004';

interface Foreign {
  /** The first bytes, one character per byte. */
  begins?: string;
  holds?: RegExp;
  message: string;
}

/** Files that are not text tables, by their first bytes, with advice for each. */
const foreign: readonly Foreign[] = [
  { begins: zip, holds: /\[Content_Types\]|xl\/|mimetype/, message: `This is a spreadsheet. ${asCsv}` },
  { begins: zip, message: 'This is a zip file inside an archive, or a document. Unpack it and import the table.' },
  { begins: '\u00d0\u00cf\u0011\u00e0', message: `This is an old spreadsheet or document. ${asCsv}` },
  { begins: '%PDF', message: 'This is a PDF. Import the original table instead.' },
  { holds: /^(\xef\xbb\xbf)?\s*<[!?a-z]/i, message: 'This is HTML or XML. Download the table as CSV.' },
  { holds: /^(\xef\xbb\xbf)?\s*\[/, message: "This is a JSON array. Write one object per line: jq -c '.[]' FILE." },
];

/** A few NUL bytes break a row; many of them mean that the file is not text. */
const isBinary = (head: string) => head.split('\0').length - 1 > head.length / 100 + 2;

/** Throws if the file cannot be read as a table. */
function refuseForeignFile(head: Buffer): void {
  const text = head.toString('latin1');
  if (/^(\xef\xbb\xbf)?\s*$/.test(text)) throw new UnreadableFile('The file is empty. Download it again.');
  const known = foreign.find(({ begins = '', holds = /^/ }) => text.startsWith(begins) && holds.test(text));
  if (known) throw new UnreadableFile(known.message);
  const isUtf16 = /^(\xff\xfe|\xfe\xff)/.test(text);
  if (!isUtf16 && isBinary(text)) {
    throw new UnreadableFile('This is not a text table. Supported formats: CSV, TSV, NDJSON and Parquet.');
  }
}
