import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/** The column names of a source, as in the sample that its tests read. */
export function headerOf(source: string): readonly string[] {
  const file = new URL(`../../../../server/fixtures/sources/${source}/sample.csv`, import.meta.url);
  return (parse(readFileSync(file), { bom: true, to: 1 }) as string[][])[0] ?? [];
}
