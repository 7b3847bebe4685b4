import { describe, expect, test } from 'vitest';
import { identifierQuality, isOfWeb, nameQuality } from './links.ts';
import type { ComparedRecord } from './mistakes.ts';

const record = (source: string, entity: string, more: Partial<ComparedRecord> = {}): ComparedRecord => ({
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
  test('linked pairs of the same company are right, those of two companies are wrong', () => {
    const { right, wrong, precision, wrongKinds } = identifierQuality([
      record('au-abr', 'a', { before: '1' }),
      record('au-asic-companies', 'a', { before: '1' }),
      record('gleif', 'b', { before: '1', traps: ["stranger's number"] }),
    ]);
    expect({ right, wrong }).toEqual({ right: 1, wrong: 2 });
    expect(precision).toBeCloseTo(1 / 3);
    expect(wrongKinds).toMatchObject([{ trap: "stranger's number", count: 2 }]);
  });

  test('a pair with a common identifier that is not linked is missed; an implied number counts', () => {
    const { missed, recall, missedKinds } = identifierQuality([
      record('au-abr', 'a', { claims: ['~acn:1', 'abn:2'] }),
      record('au-asic-companies', 'a', { claims: ['acn:1'] }),
      record('pdl', 'a', { claims: ['fqdn:x'] }),
      record('au-abr', 'b', { claims: ['abn:3'], before: '1' }),
      record('gleif', 'b', { claims: ['abn:3'], before: '1' }),
    ]);
    expect({ missed, recall }).toEqual({ missed: 1, recall: 0.5 });
    expect(missedKinds).toMatchObject([{ trap: 'unknown', count: 1 }]);
  });

  test('links between registers do not count for web records only', () => {
    const dataset = [
      record('au-abr', 'a', { claims: ['abn:1'], before: '1' }),
      record('au-asic-companies', 'a', { claims: ['abn:1'], before: '1' }),
      record('pdl', 'a', { claims: ['network:s'] }),
      record('bigpicture', 'a', { claims: ['network:s'] }),
    ];
    expect(identifierQuality(dataset)).toMatchObject({ right: 1, missed: 1, recall: 0.5 });
    expect(identifierQuality(dataset.filter(isOfWeb))).toMatchObject({ right: 0, missed: 1, recall: 0 });
  });

  test('a domain of two companies identifies neither', () => {
    const { missed } = identifierQuality([
      record('pdl', 'a', { claims: ['fqdn:x'] }),
      record('bigpicture', 'a', { claims: ['fqdn:x'] }),
      record('pdl', 'b', { claims: ['fqdn:x'] }),
    ]);
    expect(missed).toBe(0);
  });
});

describe('links by name and location', () => {
  const dataset = [
    record('au-abr', 'a', { after: '1' }),
    record('au-asic-companies', 'a', { after: '1' }),
    record('au-abr', 'b', { after: '2' }),
  ];
  const never = () => false;

  test('a web record counts once, however many records the company has', () => {
    const { right, wrong, missed } = nameQuality([...dataset, record('pdl', 'a', { after: '1' })], never);
    expect({ right, wrong, missed }).toEqual({ right: 1, wrong: 0, missed: 0 });
  });

  test("a link to another company is wrong, and the record's own link is missed", () => {
    const stray = record('pdl', 'b', { after: '1', traps: ['namesake'] });
    const { right, wrong, missed, wrongKinds } = nameQuality([...dataset, stray], never);
    expect({ right, wrong, missed }).toEqual({ right: 0, wrong: 1, missed: 1 });
    expect(wrongKinds).toMatchObject([{ trap: 'namesake', examples: ['b (pdl) – a (au-abr)'] }]);
  });

  test('an unregistered company can be linked wrongly, but never missed', () => {
    const { missed } = nameQuality([...dataset, record('pdl', 'u1')], never);
    expect(missed).toBe(0);
    expect(nameQuality([...dataset, record('pdl', 'u1', { after: '2' })], never).wrong).toBe(1);
  });

  test('missed links that are proposed are counted', () => {
    const missed = [record('pdl', 'a'), record('bigpicture', 'a', { traps: ['no region'] })];
    const { missedKinds } = nameQuality([...dataset, ...missed], ({ source }) => source === 'bigpicture');
    expect(missedKinds).toMatchObject([{ trap: 'no region', count: 2, proposed: 1 }]);
  });
});
