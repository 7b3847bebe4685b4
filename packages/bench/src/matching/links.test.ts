import { describe, expect, test } from 'vitest';
import { identifierQuality, isOfWeb, nameQuality } from './links.ts';
import type { JudgedRecord } from './records.ts';

const record = (source: string, entity: string, more: Partial<JudgedRecord> = {}): JudgedRecord => ({
  source,
  key: `${source}-${entity}`,
  shown: entity,
  claims: [],
  before: `${source}-${entity}`,
  after: `${source}-${entity}`,
  entity,
  traps: [],
  ...more,
});

describe('links by identifier', () => {
  test('pairs of one company that stand together are right, those of two are wrong', () => {
    const { right, wrong, precision, wrongKinds } = identifierQuality([
      record('au-abr', 'a', { before: '1' }),
      record('au-asic-companies', 'a', { before: '1' }),
      record('gleif', 'b', { before: '1', traps: ["stranger's number"] }),
    ]);
    expect({ right, wrong }).toEqual({ right: 1, wrong: 2 });
    expect(precision).toBeCloseTo(1 / 3);
    expect(wrongKinds).toMatchObject([{ trap: "stranger's number", count: 2 }]);
  });

  test('a pair is missed where both state an identifier and stand apart; an implied number counts', () => {
    const { missed, recall, missedKinds } = identifierQuality([
      record('au-abr', 'a', { claims: ['~acn:1', 'abn:2'] }),
      record('au-asic-companies', 'a', { claims: ['acn:1'] }),
      record('pdl', 'a', { claims: ['fqdn:x'] }),
      record('au-abr', 'b', { claims: ['abn:3'], before: '1' }),
      record('gleif', 'b', { claims: ['abn:3'], before: '1' }),
    ]);
    expect({ missed, recall }).toEqual({ missed: 1, recall: 0.5 });
    expect(missedKinds).toMatchObject([{ trap: 'none that is known', count: 1 }]);
  });

  test('what registers say of each other does not count among records of the web alone', () => {
    const world = [
      record('au-abr', 'a', { claims: ['abn:1'], before: '1' }),
      record('au-asic-companies', 'a', { claims: ['abn:1'], before: '1' }),
      record('pdl', 'a', { claims: ['network:s'] }),
      record('bigpicture', 'a', { claims: ['network:s'] }),
    ];
    expect(identifierQuality(world)).toMatchObject({ right: 1, missed: 1, recall: 0.5 });
    expect(identifierQuality(world.filter(isOfWeb))).toMatchObject({ right: 0, missed: 1, recall: 0 });
  });

  test('a domain that two companies state is an identifier of neither', () => {
    const { missed } = identifierQuality([
      record('pdl', 'a', { claims: ['fqdn:x'] }),
      record('bigpicture', 'a', { claims: ['fqdn:x'] }),
      record('pdl', 'b', { claims: ['fqdn:x'] }),
    ]);
    expect(missed).toBe(0);
  });
});

describe('links by name and place', () => {
  const world = [
    record('au-abr', 'a', { after: '1' }),
    record('au-asic-companies', 'a', { after: '1' }),
    record('au-abr', 'b', { after: '2' }),
  ];
  const never = () => false;

  test('a web record counts once, however many records the company has', () => {
    const { right, wrong, missed } = nameQuality([...world, record('pdl', 'a', { after: '1' })], never);
    expect({ right, wrong, missed }).toEqual({ right: 1, wrong: 0, missed: 0 });
  });

  test("a link to another company is wrong, and the record's own is missed as well", () => {
    const stray = record('pdl', 'b', { after: '1', traps: ['namesake'] });
    const { right, wrong, missed, wrongKinds } = nameQuality([...world, stray], never);
    expect({ right, wrong, missed }).toEqual({ right: 0, wrong: 1, missed: 1 });
    expect(wrongKinds).toMatchObject([{ trap: 'namesake', examples: ['b (pdl) – a (au-abr)'] }]);
  });

  test('who is in no register can be linked wrongly, and never be missed', () => {
    const { missed } = nameQuality([...world, record('pdl', 'u1')], never);
    expect(missed).toBe(0);
    expect(nameQuality([...world, record('pdl', 'u1', { after: '2' })], never).wrong).toBe(1);
  });

  test('of the missed, those that are proposed are counted', () => {
    const missed = [record('pdl', 'a'), record('bigpicture', 'a', { traps: ['no region'] })];
    const { missedKinds } = nameQuality([...world, ...missed], ({ source }) => source === 'bigpicture');
    expect(missedKinds).toMatchObject([{ trap: 'no region', count: 2, proposed: 1 }]);
  });
});
