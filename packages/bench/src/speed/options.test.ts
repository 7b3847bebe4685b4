import { expect, test } from 'vitest';
import { parseBench, UsageError } from './options.ts';

test('without arguments, all cases are measured', () => {
  const options = parseBench([]);
  expect(options).toMatchObject({ verb: 'speed', datasets: [100_000], connections: [64, 16], rounds: 5, writes: true });
  expect(options.cases).toHaveLength(18);
});

test('--only selects cases by the start of their name', () => {
  const { cases } = parseBench(['--only', 'lookup-id,people-position-1-']);
  expect(cases.map(({ name }) => name)).toEqual(['lookup-id', 'people-position-1-10', 'people-position-1-200']);
});

test('growth takes dataset sizes', () => {
  expect(parseBench(['growth', '10000', '100000']).datasets).toEqual([10_000, 100_000]);
});

test.each([['--quick'], ['--busy'], ['--no-write']])('%s does not write the page', (...argv) => {
  expect(parseBench(argv).writes).toBe(false);
});

test('all invalid options are reported at once', () => {
  const wrong = ['--only', 'nothing', '--rounds', 'x', '--traffic', 'wild', '--prefix', 'p'];
  expect(() => parseBench(wrong)).toThrow(UsageError);
  expect(() => parseBench(wrong)).toThrow(/--only "nothing"|--rounds/);
  for (const words of ['--only "nothing"', '--rounds must', '--traffic must', 'must be used together']) {
    expect(() => parseBench(wrong)).toThrow(words);
  }
});

test.each([['fly'], ['speed', '100'], ['growth'], ['regression', '--keep'], ['--unknown'], ['--help']])(
  'rejects %s',
  (...argv) => {
    expect(() => parseBench(argv)).toThrow(UsageError);
  },
);
