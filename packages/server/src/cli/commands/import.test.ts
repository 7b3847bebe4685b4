import { describe, expect, test } from 'vitest';
import { findSource } from '../../sources/index.ts';
import { importCommand, inputOf } from './import.ts';

const register = findSource('au-abr');
if (!register) throw new Error('There is no register to test with.');
const published = { ...register, deltas: true as const };

describe('what an import of a register is asked to do', () => {
  test('a whole file removes what it lacks, and has a normal size', () => {
    expect(inputOf(published, ['a.xml'], {})).toMatchObject({ whole: true, expected: register.expected });
  });

  test('a file of changes removes nothing by what it lacks, and may be of any size', () => {
    const asked = inputOf(published, ['a.xml'], { delta: true });
    expect(asked.whole).toBe(false);
    expect(asked).not.toHaveProperty('expected');
    expect(asked.mayBeEmpty).toBe(true);
  });

  test('where a whole file seems to lack something, it is said what else it may be', () => {
    expect(inputOf(register, ['a.xml'], {}).hint).toBe('Name all files of this source in one command.');
    expect(inputOf(published, ['a.xml'], {}).hint).toContain('For a delta file, use --delta.');
  });

  test('what is switched on reaches the reader', () => {
    const asked = inputOf(published, ['a.xml'], { with: ['sole-traders'] });
    expect(asked.reader).toEqual({ kind: 'source', id: 'au-abr', switchedOn: ['sole-traders'] });
  });
});

test('only a source that publishes changes can be told that a file holds nothing else', () => {
  const refuse = () => {
    throw new Error('not asked');
  };
  const command = importCommand({ config: refuse, withLedger: refuse, note: refuse, print: refuse });
  const optionsOf = (id: string) =>
    command.commands.find((each) => each.name() === id)?.options.map(({ long }) => long);
  expect(optionsOf('au-abr')).not.toContain('--delta');
  expect(optionsOf('gleif')).toContain('--delta');
});
