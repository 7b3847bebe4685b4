import { expect, test } from 'vitest';
import { sources } from '../../knowledge/sources/index.ts';
import { sourcesCommand } from './sources.ts';

/** Runs the command without settings and without a database. */
async function run(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const refuse = () => {
    throw new Error('must not be called');
  };
  const command = sourcesCommand({
    config: refuse,
    withDatabase: refuse,
    note: () => {},
    print: (text) => void printed.push(text),
  });
  await command.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

test('lists every source in a table, without settings or database', async () => {
  const [head, ...lines] = (await run()).split('\n');
  expect(head).toMatch(/^source +country +files +expected rows +title$/);
  expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(sources.map(({ id }) => id).sort());
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(125);
});

test('shows one source with its license, attribution and homepage', async () => {
  for (const { id, title, license, attribution, homepage } of sources) {
    const text = await run(id);
    for (const fact of [`${id}: ${title}`, license, attribution, homepage]) expect(text).toContain(fact);
  }
  await expect(run('au-abc')).rejects.toThrow('Source "au-abc" does not exist.');
});

test('--json prints the facts of each source, with keys in snake case', async () => {
  const listed: { id: string; expected_rows: object; license: string }[] = JSON.parse(await run('--json'));
  expect(listed.map(({ id }) => id)).toEqual(sources.map(({ id }) => id).sort());
  for (const { expected_rows } of listed) expect(Object.keys(expected_rows)).toEqual(['min', 'max']);
  expect(JSON.parse(await run('gleif', '--json'))).toMatchObject({ id: 'gleif', license: 'CC0-1.0', deltas: true });
});
