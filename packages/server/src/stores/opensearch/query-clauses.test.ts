import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** They would make a text of a caller a program, or a pattern that can take any time. */
const forbidden = [
  ...['query_string', 'simple_query_string', 'regexp', 'wildcard', 'script', 'script_score', 'script_fields'],
  ...['scripted_metric', 'bucket_script', 'runtime_mappings', 'search_template'],
];

test('no query has a clause that interprets a text of a caller', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.(?:ts|json)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(30);
  const clause = new RegExp(`['"]?\\b(?:${forbidden.join('|')})\\b['"]?\\s*:`);
  expect(files.filter((file) => clause.test(readFileSync(join(import.meta.dirname, file), 'utf8')))).toEqual([]);
});
