/** One row of the free company dataset of People Data Labs; an empty string is no value. */
export interface PdlRow {
  country: string;
  founded: string;
  id: string;
  industry: string;
  linkedin_url: string;
  locality: string;
  name: string;
  region: string;
  size: string;
  website: string;
}

/** The columns of the CSV, in order. */
const columns = [
  'country',
  'founded',
  'id',
  'industry',
  'linkedin_url',
  'locality',
  'name',
  'region',
  'size',
  'website',
] as const;

export const pdlHeader = `${columns.join(',')}\n`;

/** A quote inside a quoted cell is escaped with a backslash, not doubled. */
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text);

export const pdlCsvLine = (row: PdlRow): string => `${columns.map((column) => cell(row[column])).join(',')}\n`;

/** The same row as a line of JSON: empty values are null, and the year is a number. */
export function pdlJsonLine({ founded, ...row }: PdlRow): string {
  const values = Object.entries(row).map(([column, text]) => [column, text || null]);
  return `${JSON.stringify({ ...Object.fromEntries(values), founded: founded ? Number(founded) : null })}\n`;
}

/** The id of the dataset: 28 letters and digits. */
export const pdlIdOf = (rank: number): string => `synth${rank.toString(36).padStart(23, '0')}`;

export const networkUrl = (slug: string): string => `linkedin.com/company/${slug}`;
