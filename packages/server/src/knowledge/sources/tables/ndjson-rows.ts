import { UnreadableFile } from '../formats/format.ts';
import { parseJsonLine } from '../formats/json-row.ts';
import type { TableLine } from '../formats/table-lines.ts';
import { Reject } from '../row-outcome.ts';

const sampledRows = 100;

/** The property names of the first rows. */
export function headerOfNdjson(lines: readonly TableLine[]): string[] {
  const rows = lines.slice(0, sampledRows).map(parseJsonLine);
  const names = rows.flatMap((row) => (row && !(row instanceof Reject) ? Object.keys(row) : []));
  if (names.length === 0)
    throw new UnreadableFile('The file does not start with JSON objects. Write one JSON object per line.');
  return [...new Set(names)];
}
