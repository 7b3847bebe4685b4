import { expect, test } from 'vitest';
import { parseDiscovery } from './options.ts';

test('all parts are measured on a small dataset unless others are named', () => {
  expect(parseDiscovery([])).toMatchObject({
    parts: ['search', 'suggest', 'match', 'people', 'paging'],
    companies: 25_000,
    given: undefined,
    sort: '-employee_count',
    writes: true,
  });
  const existing = ['--database', 'postgres://x/y', '--prefix', 'p', '--home', 'h'];
  expect(parseDiscovery(['--part', 'paging,match', '--busy', ...existing])).toMatchObject({
    parts: ['match', 'paging'],
    given: { database: 'postgres://x/y', prefix: 'p', home: 'h' },
    writes: false,
  });
});

test('all invalid options are reported', () => {
  const wrong = () => parseDiscovery(['--part', 'serch', '--sort', 'size', '--rounds', '0', '--home', 'h']);
  expect(wrong).toThrow(/--part must be one of.*\n--sort must be one of.*\n--database, --prefix.*\n--rounds must be/);
});
