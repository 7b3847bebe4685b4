import { expect, test } from 'vitest';
import { sources } from '../sources/index.ts';
import { sourcesCommand } from './sources.ts';

/** Runs the command where there are no settings and no ledger. */
async function run(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const refuse = () => {
    throw new Error('not asked');
  };
  const command = sourcesCommand({
    config: refuse,
    withLedger: refuse,
    note: refuse,
    print: (text) => void printed.push(text),
  });
  await command.parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

test('every source is listed with its licence, without settings or ledger', async () => {
  const text = await run();
  for (const { id, title, licence } of sources) {
    expect(text).toContain(`${id}: ${title}`);
    expect(text).toContain(licence);
  }
});

test('as JSON it is the facts of each source', async () => {
  const listed: { id: string; expected: object }[] = JSON.parse(await run('--json'));
  expect(listed.map(({ id }) => id)).toEqual(sources.map(({ id }) => id).sort());
  for (const { expected } of listed) expect(Object.keys(expected)).toEqual(['min', 'max']);
});
