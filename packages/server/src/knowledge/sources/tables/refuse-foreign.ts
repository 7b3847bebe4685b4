import { UnreadableFile } from '../formats/format.ts';

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
export function refuseForeignFile(head: Buffer): void {
  const text = head.toString('latin1');
  if (/^(\xef\xbb\xbf)?\s*$/.test(text)) throw new UnreadableFile('The file is empty. Download it again.');
  const known = foreign.find(({ begins = '', holds = /^/ }) => text.startsWith(begins) && holds.test(text));
  if (known) throw new UnreadableFile(known.message);
  const isUtf16 = /^(\xff\xfe|\xfe\xff)/.test(text);
  if (!isUtf16 && isBinary(text)) {
    throw new UnreadableFile('This is not a text table. Supported formats: CSV, TSV, NDJSON and Parquet.');
  }
}
