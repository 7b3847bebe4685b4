/** Spreadsheets run a cell that starts with one of these as a formula, some of them after what they do not show. */
const startsFormula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Some separate cells by semicolons or tabs. */
const needsQuotes = /[",;\t\n\r]|^\s|\s$/;

/** A cell of a CSV file that no spreadsheet runs. */
export function formatCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = typeof value === 'string' && startsFormula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export type Cell = string | number | null | undefined;
export const formatRow = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`;

/** The mark that makes spreadsheets read a file as UTF-8. */
const utf8Mark = '\uFEFF';

/** Offers a file for download. */
export function saveFile(name: string, parts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export const saveCsv = (name: string, rows: readonly string[]): void => saveFile(name, [utf8Mark, ...rows], 'text/csv');

const separators = [',', '\t', ';', '|'] as const;

/** The separator that the first line has most of. */
export function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r|\n|$/));
  const counted = separators.map((separator) => [separator, line.split(separator).length] as const);
  return counted.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Reads rows of cells from text that comes in pieces. A quoted cell may hold separators, quotes and line breaks. */
export class CsvReader {
  readonly #separator: string;
  #cell = '';
  #row: string[] = [];
  /** Outside quotes, inside them, or after a quote that may close the cell. */
  #state: 'plain' | 'quoted' | 'quote' = 'plain';

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** The rows that are complete with this text. */
  read(text: string): string[][] {
    const rows: string[][] = [];
    for (const character of text) this.#take(character, rows);
    return rows;
  }

  /** The last row, if the text does not end with a line break. */
  end(): string[][] {
    const rows: string[][] = [];
    if (this.#cell !== '' || this.#row.length > 0 || this.#state !== 'plain') this.#endRow(rows);
    return rows;
  }

  #take(character: string, rows: string[][]): void {
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'quote';
      else this.#cell += character;
      return;
    }
    if (character === '"' && (this.#state === 'quote' || this.#cell === '')) {
      if (this.#state === 'quote') this.#cell += '"';
      this.#state = 'quoted';
      return;
    }
    this.#state = 'plain';
    if (character === this.#separator) this.#endCell();
    else if (character === '\n') this.#endRow(rows);
    else if (character !== '\r') this.#cell += character;
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#cell = '';
  }

  #endRow(rows: string[][]): void {
    this.#endCell();
    if (this.#row.length > 1 || this.#row[0] !== '') rows.push(this.#row);
    this.#row = [];
    this.#state = 'plain';
  }
}

/** Offers data for download as a JSON file. */
export const saveJson = (name: string, data: unknown): void =>
  saveFile(`${name}.json`, [`${JSON.stringify(data, null, 2)}\n`], 'application/json');
