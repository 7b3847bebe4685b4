import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupRecords } from './group-records.ts';

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

  test('never join two that have different slugs, nor what else shares the domain with them', () => {
    const group = [['network:a', 'fqdn:f'], ['network:b', 'fqdn:f'], ['fqdn:f']];
    expect(grouped(...group)).toEqual([[0], [1], [2]]);
    expect(grouped(...group, ['abn:1', 'fqdn:f'])).toEqual([[0], [1], [2], [3]]);
    expect(grouped(['network:a', 'fqdn:f'], ['network:a'], ['fqdn:f', 'abn:1'])).toEqual([[0, 1, 2]]);
  });

  test('a slug that both have does not part them, though a conflict keeps it from joining them', () => {
    const conflict = [
      ['abn:1', 'network:s'],
      ['abn:2', 'network:s'],
    ];
    expect(grouped(...conflict, ['network:s', 'fqdn:f'], ['network:s', 'fqdn:f'])).toEqual([[0], [1], [2, 3]]);
    expect(grouped(['abn:1', 'network:s', 'fqdn:f'], ['abn:2', 'network:s'], ['network:s', 'fqdn:f'])).toEqual([
      [0, 2],
      [1],
    ]);
  });

  test.each([
    ['a', 'b'],
    ['z', 'b'],
  ])('two slugs that domains %s and %s would bring to one company: neither comes, whichever is first', (one, other) => {
    const owner = [
      ['abn:1', `fqdn:${one}`],
      ['abn:1', `fqdn:${other}`],
      ['abn:1', 'fqdn:c'],
    ];
    const pages = [['network:x', `fqdn:${one}`], ['network:y', `fqdn:${other}`], ['fqdn:c']];
    expect(grouped(...owner, ...pages)).toEqual([[0, 1, 2, 5], [3], [4]]);
    expect(grouped(...owner, pages[0] as string[], ['network:x', `fqdn:${other}`])).toEqual([[0, 1, 2, 3, 4]]);
  });

  test("who contradicts the company's own slug stands in nobody's way", () => {
    expect(grouped(['abn:1', 'network:x', 'fqdn:a'], ['abn:1', 'fqdn:b'], ['network:y', 'fqdn:a'], ['fqdn:b'])).toEqual(
      [[0, 1, 3], [2]],
    );
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

describe('links by name and place', () => {
  test('a match joins what has no number to a company that has one, with all that belongs to it', () => {
    expect(grouped(['abn:1', 'match.1:both'], ['network:s', 'match.1:both'], ['network:s'])).toEqual([[0, 1, 2]]);
  });

  test('two matches may lead to one company', () => {
    expect(grouped(['abn:1', 'match.1:both', 'match.2:both'], ['match.1:both'], ['match.2:both'])).toEqual([[0, 1, 2]]);
  });

  test('a match never joins two companies with numbers, though it once led to one', () => {
    expect(grouped(['abn:1', 'match.1:both'], ['nzbn:2', 'match.1:both'])).toEqual([[0], [1]]);
    expect(grouped(['abn:1', 'match.1:both'], ['fqdn:f', 'match.1:both'], ['nzbn:2', 'fqdn:f'])).toEqual([[0], [1, 2]]);
  });

  test('a match never joins two that have no number', () => {
    expect(grouped(['network:s', 'match.1:both'], ['fqdn:f', 'match.1:both'])).toEqual([[0], [1]]);
  });

  test('matches that lead to two companies say nothing', () => {
    expect(grouped(['abn:1', 'match.1:both'], ['match.1:both', 'match.2:both'], ['nzbn:2', 'match.2:both'])).toEqual([
      [0],
      [1],
      [2],
    ]);
  });

  test('a match does not bring together what was parted by hand', () => {
    expect(grouped(['abn:1', 'split.1:1', 'match.1:both'], ['split.1:2', 'match.1:both'])).toEqual([[0], [1]]);
  });

  test('what was parted by hand is not brought together by two matches, in whatever order they were made', () => {
    for (const [one, other] of [
      ['match.1:both', 'match.2:both'],
      ['match.2:both', 'match.1:both'],
    ] as const)
      expect(grouped(['abn:1', one, other], ['split.1:1', one], ['split.1:2', other])).toEqual([[0], [1], [2]]);
  });

  test('a slug that both have, and a third too, does not stand in its way', () => {
    expect(
      grouped(['abn:1', 'network:s', 'match.1:both'], ['abn:2', 'network:s'], ['network:s', 'match.1:both']),
    ).toEqual([[0, 2], [1]]);
  });

  test('a match is no number and finds nobody by itself', () => {
    expect(grouped(['fqdn:f', 'match.1:both'], ['fqdn:f'])).toEqual([[0, 1]]);
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

test('what a match brought names it, with all that belongs to it; the company itself does not', () => {
  const { linkedBy, matchedBy } = groupRecords([
    { claims: ['abn:1', 'match.1:both'] },
    { claims: ['network:s', 'match.1:both'] },
    { claims: ['network:s'] },
  ]);
  expect(linkedBy).toEqual(['match.1:both', 'network:s', 'network:s']);
  expect(matchedBy).toEqual([undefined, 'match.1:both', 'match.1:both']);
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
/** Each match is a claim of two records. */
const matchedWorld = fc
  .tuple(world, fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 4 }))
  .map(([records, matches]) =>
    records.map((claims, index) => [
      ...claims,
      ...matches.flatMap(([one, other], id) =>
        one !== other && [one, other].includes(index) ? [`match.${id}:both`] : [],
      ),
    ]),
  );

test('the order of the records never matters', () => {
  fc.assert(
    fc.property(matchedWorld, fc.infiniteStream(fc.nat()), (records, random) => {
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
    fc.property(matchedWorld, (records) => {
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

test('less what matches brought, companies are what they would be without any match', () => {
  fc.assert(
    fc.property(matchedWorld, (records) => {
      const { group, matchedBy } = groupRecords(records.map((claims) => ({ claims })));
      const bases = Map.groupBy(group.keys(), (index) => `${group[index]} ${matchedBy[index]}`);
      const without = grouped(...records.map((claims) => claims.filter((claim) => !claim.startsWith('match.'))));
      expect([...bases.values()].sort((a, b) => (a[0] as number) - (b[0] as number))).toEqual(without);
    }),
    { numRuns: 2000 },
  );
});
