import { quoted } from './writing/quoted.ts';

/** One row of the BigPicture dataset, in the order of its columns; an empty string is no value. */
export interface BigpictureRow {
  handle: string;
  name: string;
  website: string;
  industry: string;
  size: string;
  type: string;
  founded: string;
  city: string;
  state: string;
  country_code: string;
}

const columns = [
  'handle',
  'name',
  'website',
  'industry',
  'size',
  'type',
  'founded',
  'city',
  'state',
  'country_code',
] as const;

export const bigpictureHeader = `${columns.join(',')}\n`;

export const bigpictureLine = (row: BigpictureRow): string =>
  `${columns.map((column) => quoted(row[column])).join(',')}\n`;
