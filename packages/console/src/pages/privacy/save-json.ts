import { saveFile } from '../../csv.ts';

/** Offers data for download as a JSON file. */
export const saveJson = (name: string, data: unknown): void =>
  saveFile(`${name}.json`, [`${JSON.stringify(data, null, 2)}\n`], 'application/json');
