import { expect, test } from 'vitest';
import { parseBench, UsageError } from './options.ts';

test('without a word everything is measured', () => {
  const options = parseBench([]);
  expect(options).toMatchObject({ verb: 'speed', worlds: [100_000], connections: [64, 16], rounds: 5, writes: true });
  expect(options.questions).toHaveLength(18);
});

test('questions are chosen by how their names begin', () => {
  const { questions } = parseBench(['--only', 'lookup-id,people-position-1-']);
  expect(questions.map(({ name }) => name)).toEqual(['lookup-id', 'people-position-1-10', 'people-position-1-200']);
});

test('growth takes the sizes of worlds', () => {
  expect(parseBench(['growth', '10000', '100000']).worlds).toEqual([10_000, 100_000]);
});

test.each([['--quick'], ['--busy'], ['--no-write'], ['--workers', '2']])('%s writes no page', (...argv) => {
  expect(parseBench(argv).writes).toBe(false);
});

test('all that is wrong is said at once', () => {
  const wrong = ['--only', 'nothing', '--rounds', 'x', '--traffic', 'wild', '--prefix', 'p'];
  expect(() => parseBench(wrong)).toThrow(UsageError);
  expect(() => parseBench(wrong)).toThrow(/--only "nothing"|--rounds/);
  for (const words of ['--only "nothing"', '--rounds must', '--traffic must', 'go together']) {
    expect(() => parseBench(wrong)).toThrow(words);
  }
});

test.each([['fly'], ['speed', '100'], ['growth'], ['guard', '--keep'], ['--unknown'], ['--help']])(
  'refuses %s',
  (...argv) => {
    expect(() => parseBench(argv)).toThrow(UsageError);
  },
);
