import { CsvReader, separatorOf } from '../../csv.ts';

/** A table as the user gave it. */
export interface Table {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that are left out because the table is too long. */
  readonly omitted: number;
}

/** More rows are a job for `orgdex enrich`. */
export const maxRows = 10_000;
const maxBytes = 50_000_000;
/** Characters that are read before the page gets time for other work. */
const pieceLength = 100_000;

/** Text in UTF-8, or in UTF-16 with its mark, or else in the code page that old spreadsheets write. */
export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Reads a table piece by piece, so that the page stays responsive. */
export async function readTable(name: string, text: string): Promise<Table> {
  const reader = new CsvReader(separatorOf(text));
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    rows.push(...reader.read(text.slice(at, at + pieceLength)));
    await pause();
  }
  rows.push(...reader.end());
  const [header, ...body] = rows;
  if (!header || body.length === 0) throw new Error('The table needs a line of headers and at least one row.');
  return { name, header, rows: body.slice(0, maxRows), omitted: Math.max(0, body.length - maxRows) };
}

export async function readFile(file: File): Promise<Table> {
  if (file.size > maxBytes) throw new Error('The file is larger than 50 MB. Use the command orgdex enrich.');
  const bytes = await file.arrayBuffer();
  if (new Uint8Array(bytes.slice(0, 2)).join() === '80,75') {
    throw new Error('This is a spreadsheet or an archive. Save the sheet as CSV and choose that file.');
  }
  return readTable(file.name, decode(bytes));
}
