import { type Reject, reject } from '../row-outcome.ts';
import type { TableLine } from './table-lines.ts';

export type TextRow = Record<string, string>;

/** Lists become lines: no value of a list contains a line break, and no other separator is as safe. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join('\n');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object as a row of text; members of nested objects are named with a dot. */
export function flatten(object: Record<string, unknown>): TextRow {
  const row: TextRow = {};
  for (const [name, value] of Object.entries(object)) {
    if (!isObject(value)) row[name] = toText(value);
    else for (const [inner, deep] of Object.entries(value)) if (!isObject(deep)) row[`${name}.${inner}`] = toText(deep);
  }
  return row;
}

/** The row of a line, a rejection, or nothing for a blank line. */
export function parseJsonLine({ text, fault }: TableLine): TextRow | Reject | undefined {
  if (fault) return reject(fault);
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reject('not valid JSON');
  }
  if (!isObject(value)) return reject('not a JSON object');
  const row = flatten(value);
  return Object.values(row).some((cell) => cell.includes('\0')) ? reject('contains a NUL character') : row;
}
