import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupRecords } from './identity.ts';

/** Groups as sorted lists of the records' positions. */
function grouped(...records: string[][]): number[][] {
  const { group } = groupRecords(records.map((claims) => ({ claims })));
  const lists = Map.groupBy(group.keys(), (index) => group[index]);
  return [...lists.values()].map((list) => [...list]).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

describe('register numbers', () => {
  test('equal numbers are one company', () => {
    expect(grouped(['abn:1', 'lei:X'], ['abn:1'], ['lei:X'])).toEqual([[0, 1, 2]]);
  });

  test('two different numbers of one register are two companies, whatever else is equal', () => {
    expect(grouped(['abn:1', 'lei:X', 'network:s', 'fqdn:f'], ['abn:2', 'lei:X', 'network:s', 'fqdn:f'])).toEqual([
      [0],
      [1],
    ]);
  });

  test('a number claimed on both sides of a conflict links within each side only', () => {
    expect(grouped(['abn:1', 'acn:7'], ['acn:7'], ['abn:2', 'acn:7'], ['abn:1', 'acn:7'])).toEqual([[0, 3], [1], [2]]);
  });

  test('an ABN links to the ACN that it contains', () => {
    expect(grouped(['abn:62612345016', '~acn:612345016'], ['acn:612345016'])).toEqual([[0, 1]]);
  });

  test('an ACN that an ABN only seems to contain does not part its owner', () => {
    expect(grouped(['abn:1', '~acn:9'], ['abn:2', 'acn:9'], ['acn:9'])).toEqual([[0], [1, 2]]);
  });

  test('a registration counts as a number', () => {
    expect(grouped(['reg.RA000001:5', 'fqdn:f'], ['reg.RA000001:6', 'fqdn:f'], ['fqdn:f'])).toEqual([[0], [1], [2]]);
  });
});

describe('network', () => {
  test('a slug links records whose numbers do not conflict', () => {
    expect(grouped(['abn:1', 'network:s'], ['nzbn:2', 'network:s'], ['network:s'])).toEqual([[0, 1, 2]]);
  });

  test('a slug on both sides of a conflict links a record without a number to neither', () => {
    expect(grouped(['abn:1', 'network:s'], ['abn:2', 'network:s'], ['network:s'], ['network:s'])).toEqual([
      [0],
      [1],
      [2],
      [3],
    ]);
  });

  test('a chain of slugs that ends in a conflict joins nothing', () => {
    expect(
      grouped(['abn:1', 'network:a'], ['nzbn:9', 'network:a'], ['nzbn:9', 'network:b'], ['abn:2', 'network:b']),
    ).toEqual([[0], [1, 2], [3]]);
  });
});

describe('fqdn and duns', () => {
  test('join records without a number to each other and to the one numbered company', () => {
    expect(grouped(['fqdn:f'], ['fqdn:f', 'duns:d'], ['duns:d'], ['abn:1', 'fqdn:f'])).toEqual([[0, 1, 2, 3]]);
  });

  test('with several numbered claimants, join to none of them', () => {
    expect(grouped(['abn:1', 'fqdn:f'], ['nzbn:2', 'fqdn:f'], ['fqdn:f'], ['fqdn:f'])).toEqual([[0], [1], [2, 3]]);
  });

  test('never join two numbered companies, not even through a third record', () => {
    expect(grouped(['abn:1', 'fqdn:f'], ['fqdn:f', 'duns:d'], ['nzbn:2', 'duns:d'])).toEqual([[0], [1], [2]]);
  });

  test('two free records may each join the same numbered company', () => {
    expect(grouped(['fqdn:f'], ['abn:1', 'fqdn:f', 'duns:d'], ['duns:d'])).toEqual([[0, 1, 2]]);
  });
});

describe('decisions by hand', () => {
  test('a join holds where numbers say nothing', () => {
    expect(grouped(['join.1:x', 'abn:1'], ['join.1:x', 'nzbn:2'])).toEqual([[0, 1]]);
  });

  test('a split parts what shares a number', () => {
    expect(grouped(['split.1:a', 'abn:1'], ['split.1:b', 'abn:1'])).toEqual([[0], [1]]);
  });
});

test('each linked record names the claim that links it', () => {
  const { linkedBy } = groupRecords([
    { claims: ['abn:1', 'network:s'] },
    { claims: ['network:s'] },
    { claims: ['fqdn:f'] },
  ]);
  expect(linkedBy).toEqual(['network:s', 'network:s', undefined]);
});

const claims = fc.uniqueArray(
  fc.oneof(
    ...['abn', 'acn', 'nzbn', 'lei', 'network', 'fqdn', 'duns'].map((scheme) =>
      fc.nat(2).map((value) => `${scheme}:${value}`),
    ),
  ),
  { selector: (claim) => claim.split(':')[0], maxLength: 4 },
);
const world = fc.array(claims, { maxLength: 14 });

test('the order of the records never matters', () => {
  fc.assert(
    fc.property(world, fc.infiniteStream(fc.nat()), (records, random) => {
      const order = records.map((_, index) => ({ index, at: random.next().value })).sort((a, b) => a.at - b.at);
      const before = grouped(...records);
      const after = grouped(...order.map(({ index }) => records[index] as string[]));
      const back = after.map((list) => list.map((at) => order[at]?.index as number).sort((a, b) => a - b));
      expect(back.sort((a, b) => (a[0] as number) - (b[0] as number))).toEqual(before);
    }),
    { numRuns: 2000 },
  );
});

test('a company never holds two numbers of one register', () => {
  fc.assert(
    fc.property(world, (records) => {
      for (const members of grouped(...records)) {
        for (const register of ['abn', 'acn', 'nzbn', 'lei']) {
          const numbers = members.flatMap((at) =>
            (records[at] as string[]).filter((claim) => claim.startsWith(register)),
          );
          expect(new Set(numbers).size).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: 2000 },
  );
});
