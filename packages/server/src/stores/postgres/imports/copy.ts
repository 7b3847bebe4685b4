import { once } from 'node:events';
import { from } from 'pg-copy-streams';
import type { Client } from '../pool.ts';

/** Copies lines in PostgreSQL's COPY text format into a table, which is much faster than inserts. */
export async function copyInto(client: Client, table: string, columns: readonly string[], lines: Uint8Array) {
  if (lines.length === 0) return;
  const target = client.query(from(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  target.end(lines);
  await once(target, 'finish');
}

type Value = string | number | boolean | null | readonly (string | number)[];

const special = /[\\\n\r\t]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (text: string) =>
  special.test(text) ? text.replace(/[\\\n\r\t]/g, (found) => escapes[found] as string) : text;

const quotable = /["\\]/;
const arrayItem = (item: string | number) =>
  typeof item === 'number' ? item : `"${quotable.test(item) ? item.replace(/["\\]/g, '\\$&') : item}"`;

function toField(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return escaped(`{${value.map(arrayItem).join(',')}}`);
}

/** Converts hexadecimal digits to a bytea value. */
export const toBytea = (hex: string): string => `\\x${hex}`;

/** One line in PostgreSQL's COPY text format. */
export function toCopyLine(values: readonly Value[]): string {
  let line = toField(values[0] as Value);
  for (let at = 1; at < values.length; at += 1) line += `\t${toField(values[at] as Value)}`;
  return `${line}\n`;
}
