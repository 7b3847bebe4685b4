import { describe, expect, test } from 'vitest';
import { findSource } from '../../knowledge/sources/index.ts';
import { importCommand, inputOf } from './import.ts';

const register = findSource('au-abr');
if (!register) throw new Error('There is no register to test with.');
const published = { ...register, deltas: true as const };

describe('the options of a register import', () => {
  test('a full file removes missing records, and has an expected size', () => {
    expect(inputOf(published, ['a.xml'], {})).toMatchObject({ whole: true, expected: register.expected });
  });

  test('a delta file does not remove missing records, and may have any size', () => {
    const input = inputOf(published, ['a.xml'], { delta: true });
    expect(input.whole).toBe(false);
    expect(input).not.toHaveProperty('expected');
    expect(input.mayBeEmpty).toBe(true);
  });

  test('a full file with missing records gets a hint about the likely cause', () => {
    expect(inputOf(register, ['a.xml'], {}).hint).toBe('Pass all files of this source in one command.');
    expect(inputOf(published, ['a.xml'], {}).hint).toContain('For a delta file, use --delta.');
  });

  test('switches are passed to the reader', () => {
    const input = inputOf(published, ['a.xml'], { with: ['sole-traders'] });
    expect(input.reader).toEqual({ kind: 'source', id: 'au-abr', switchedOn: ['sole-traders'] });
  });
});

const refuse = () => {
  throw new Error('must not be called');
};

test('--with takes one value, so that files can follow it, and can be repeated', () => {
  const command = importCommand({ config: refuse, withDatabase: refuse, note: refuse, print: refuse });
  const gleif = command.commands.find((each) => each.name() === 'gleif');
  const { operands } = gleif?.parseOptions(['--with', 'other-countries', '--with', 'sole-proprietors', 'a.csv']) ?? {};
  expect(operands).toEqual(['a.csv']);
  expect(gleif?.opts().with).toEqual(['other-countries', 'sole-proprietors']);
});

test('only a source that publishes deltas has the option --delta', () => {
  const command = importCommand({ config: refuse, withDatabase: refuse, note: refuse, print: refuse });
  const optionsOf = (id: string) =>
    command.commands.find((each) => each.name() === id)?.options.map(({ long }) => long);
  expect(optionsOf('au-abr')).not.toContain('--delta');
  expect(optionsOf('gleif')).toContain('--delta');
});
