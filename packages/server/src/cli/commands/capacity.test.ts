import { expect, test } from 'vitest';
import { parseAmount } from '../options/parse.ts';
import { capacityCommand } from './capacity.ts';

/** Runs the command without settings and without a database. */
async function run(...args: string[]) {
  const [printed, noted, message]: string[][] = [[], [], []];
  const refuse = () => {
    throw new Error('must not be called');
  };
  const command = capacityCommand({
    config: refuse,
    withDatabase: refuse,
    note: (text) => void noted?.push(text),
    print: (text) => void printed?.push(text),
  });
  command.exitOverride().configureOutput({ writeErr: (text) => message?.push(text) });
  const error = await command.parseAsync(args, { from: 'user' }).then(
    () => '',
    (failure: Error) => `${message?.join('')}${failure.message}`,
  );
  return { out: printed?.join('\n') ?? '', notes: noted?.join('\n') ?? '', error };
}

const small = ['--companies', '100k', '--people', '400k', '--requests', '10'];

test('prints each component with its number and the reason, without settings or stores', async () => {
  const { out, notes, error } = await run(...small);
  expect(error).toBe('');
  for (const word of ['OpenSearch node', 'serve process', 'PostgreSQL', 'Redis', 'ORGDEX_SHARDS=', 'US dollars'])
    expect(out).toContain(word);
  expect(notes).toContain('--price-core');
});

test('the given prices change the cost, and assumed prices are named', async () => {
  const { notes } = await run(...small, '--price-core', '20');
  expect(notes).toContain('Some prices are assumptions. Set yours with --price-memory, --price-disk.');
  const own = await run(...small, '--price-core', '25', '--price-memory', '3', '--price-disk', '0.1');
  expect(own.notes).not.toContain('assumptions');
  const free = await run(...small, '--price-core', '0', '--price-memory', '0', '--price-disk', '0', '--json');
  expect(JSON.parse(free.out).monthly_cost).toBe(0);
});

test('--json prints the demand and the plan', async () => {
  const { out } = await run(...small, '--json');
  expect(JSON.parse(out)).toMatchObject({
    demand: { companies: 100_000, copies: 3, prices: { memory_gb: expect.any(Number) } },
    needs: { index_gb: { company: expect.any(Number) }, opensearch_disk_gb: expect.any(Number) },
    shards: 1,
  });
});

test('an invalid demand is rejected with all its problems', async () => {
  const { error } = await run('--companies', '0', '--people', '5', '--requests', '9B', '--copies', '2.5');
  for (const part of [
    '--companies must be from 1',
    '--requests must be from 0 to 1,000,000',
    '--copies must be a whole number',
  ])
    expect(error).toContain(part);
  expect((await run('--companies', 'many', '--people', '5', '--requests', '1')).error).toContain('such as 250000');
});

test.each([
  ['250000', 250_000],
  ['300M', 300e6],
  ['1.2b', 1.2e9],
  ['0.3', 0.3],
])('%s is read as a number', (text, value) => {
  expect(parseAmount(text)).toBe(value);
});
