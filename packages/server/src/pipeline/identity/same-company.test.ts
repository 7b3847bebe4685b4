import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMatch, matchClaim } from '../../knowledge/rules/identifiers/claims.ts';
import { groupRecords } from './same-company.ts';

/** Groups as sorted lists of record indexes. */
function grouped(...records: string[][]): number[][] {
  const { group } = groupRecords(records.map((claims) => ({ claims })));
  const lists = Map.groupBy(group.keys(), (index) => group[index]);
  return [...lists.values()].map((list) => [...list]).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

describe('register numbers', () => {
  test('equal numbers mean one company', () => {
    expect(grouped(['abn:1', 'lei:X'], ['abn:1'], ['lei:X'])).toEqual([[0, 1, 2]]);
  });

  test('two different numbers in one register mean two companies, whatever else is equal', () => {
    expect(grouped(['abn:1', 'lei:X', 'network:s', 'fqdn:f'], ['abn:2', 'lei:X', 'network:s', 'fqdn:f'])).toEqual([
      [0],
      [1],
    ]);
  });

  test('a number claimed on both sides of a conflict links records within each side only', () => {
    expect(grouped(['abn:1', 'acn:7'], ['acn:7'], ['abn:2', 'acn:7'], ['abn:1', 'acn:7'])).toEqual([[0, 3], [1], [2]]);
  });

  test('an ABN links to the ACN that it contains', () => {
    expect(grouped(['abn:62612345016', '~acn:612345016'], ['acn:612345016'])).toEqual([[0, 1]]);
  });

  test('an ACN that an ABN only appears to contain does not separate its owner', () => {
    expect(grouped(['abn:1', '~acn:9'], ['abn:2', 'acn:9'], ['acn:9'])).toEqual([[0], [1, 2]]);
  });

  test('a registration counts as a register number', () => {
    expect(grouped(['reg.RA000001:5', 'fqdn:f'], ['reg.RA000001:6', 'fqdn:f'], ['fqdn:f'])).toEqual([[0], [1], [2]]);
  });
});

describe('network', () => {
  test('a slug links records whose numbers do not conflict', () => {
    expect(grouped(['abn:1', 'network:s'], ['nzbn:2', 'network:s'], ['network:s'])).toEqual([[0, 1, 2]]);
  });

  test('a slug on both sides of a conflict links an unregistered record to neither side', () => {
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
  test('join unregistered records to each other and to the only registered company', () => {
    expect(grouped(['fqdn:f'], ['fqdn:f', 'duns:d'], ['duns:d'], ['abn:1', 'fqdn:f'])).toEqual([[0, 1, 2, 3]]);
  });

  test('join to none of several registered companies', () => {
    expect(grouped(['abn:1', 'fqdn:f'], ['nzbn:2', 'fqdn:f'], ['fqdn:f'], ['fqdn:f'])).toEqual([[0], [1], [2, 3]]);
  });

  test('never join two registered companies, not even through a third record', () => {
    expect(grouped(['abn:1', 'fqdn:f'], ['fqdn:f', 'duns:d'], ['nzbn:2', 'duns:d'])).toEqual([[0], [1], [2]]);
  });

  test('never join two companies with different slugs, nor other records with the same domain', () => {
    const group = [['network:a', 'fqdn:f'], ['network:b', 'fqdn:f'], ['fqdn:f']];
    expect(grouped(...group)).toEqual([[0], [1], [2]]);
    expect(grouped(...group, ['abn:1', 'fqdn:f'])).toEqual([[0], [1], [2], [3]]);
    expect(grouped(['network:a', 'fqdn:f'], ['network:a'], ['fqdn:f', 'abn:1'])).toEqual([[0, 1, 2]]);
  });

  test('a common slug does not separate two records, even if a conflict prevents it from joining them', () => {
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

  test('a record that contradicts the slug of a company does not block other records', () => {
    expect(grouped(['abn:1', 'network:x', 'fqdn:a'], ['abn:1', 'fqdn:b'], ['network:y', 'fqdn:a'], ['fqdn:b'])).toEqual(
      [[0, 1, 3], [2]],
    );
  });

  test('two unregistered records may each join the same registered company', () => {
    expect(grouped(['fqdn:f'], ['abn:1', 'fqdn:f', 'duns:d'], ['duns:d'])).toEqual([[0, 1, 2]]);
  });
});

describe('manual decisions', () => {
  test('a join holds unless register numbers contradict it', () => {
    expect(grouped(['join:1', 'abn:1'], ['join:1', 'nzbn:2'])).toEqual([[0, 1]]);
  });

  test('a split separates records with the same number', () => {
    expect(grouped(['split:1:1', 'abn:1'], ['split:1:2', 'abn:1'])).toEqual([[0], [1]]);
  });

  test('a record can have several decisions of one kind', () => {
    expect(grouped(['join:1', 'join:2'], ['join:1'], ['join:2'])).toEqual([[0, 1, 2]]);
    expect(grouped(['split:1:1', 'split:2:2', 'abn:1'], ['split:1:1', 'abn:1'])).toEqual([[0, 1]]);
  });
});

describe('matches by name and location', () => {
  test('a match joins an unregistered group to a registered company, with all its records', () => {
    expect(grouped(['abn:1', 'match:1'], ['network:s', 'match:1'], ['network:s'])).toEqual([[0, 1, 2]]);
  });

  test('two matches may link to one company', () => {
    expect(grouped(['abn:1', 'match:1', 'match:2'], ['match:1'], ['match:2'])).toEqual([[0, 1, 2]]);
  });

  test('a match never joins two registered companies, even if one of them was unregistered before', () => {
    expect(grouped(['abn:1', 'match:1'], ['nzbn:2', 'match:1'])).toEqual([[0], [1]]);
    expect(grouped(['abn:1', 'match:1'], ['fqdn:f', 'match:1'], ['nzbn:2', 'fqdn:f'])).toEqual([[0], [1, 2]]);
  });

  test('a match never joins two unregistered groups', () => {
    expect(grouped(['network:s', 'match:1'], ['fqdn:f', 'match:1'])).toEqual([[0], [1]]);
  });

  test('matches that link to two companies have no effect', () => {
    expect(grouped(['abn:1', 'match:1'], ['match:1', 'match:2'], ['nzbn:2', 'match:2'])).toEqual([[0], [1], [2]]);
  });

  test('a match does not join records that were split by hand', () => {
    expect(grouped(['abn:1', 'split:1:1', 'match:1'], ['split:1:2', 'match:1'])).toEqual([[0], [1]]);
  });

  test('two matches do not join records that were split by hand, in whatever order they were made', () => {
    for (const [one, other] of [
      ['match:1', 'match:2'],
      ['match:2', 'match:1'],
    ] as const)
      expect(grouped(['abn:1', one, other], ['split:1:1', one], ['split:1:2', other])).toEqual([[0], [1], [2]]);
  });

  test('a slug that both sides share with a third record does not block a match', () => {
    expect(grouped(['abn:1', 'network:s', 'match:1'], ['abn:2', 'network:s'], ['network:s', 'match:1'])).toEqual([
      [0, 2],
      [1],
    ]);
  });

  test('a match is not a register number and links nothing by itself', () => {
    expect(grouped(['fqdn:f', 'match:1'], ['fqdn:f'])).toEqual([[0, 1]]);
  });
});

test('each linked record has the claim that links it', () => {
  const { linkedBy } = groupRecords([
    { claims: ['abn:1', 'network:s'] },
    { claims: ['network:s'] },
    { claims: ['fqdn:f'] },
  ]);
  expect(linkedBy).toEqual(['network:s', 'network:s', undefined]);
});

test('all records that a match links have that match; the records of the company itself do not', () => {
  const { linkedBy, matchedBy } = groupRecords([
    { claims: ['abn:1', 'match:1'] },
    { claims: ['network:s', 'match:1'] },
    { claims: ['network:s'] },
  ]);
  expect(linkedBy).toEqual(['match:1', 'network:s', 'network:s']);
  expect(matchedBy).toEqual([undefined, 'match:1', 'match:1']);
});

const claims = fc.uniqueArray(
  fc.oneof(
    ...['abn', 'acn', 'nzbn', 'lei', 'network', 'fqdn', 'duns'].map((scheme) =>
      fc.nat(2).map((value) => `${scheme}:${value}`),
    ),
  ),
  { selector: (claim) => claim.split(':')[0], maxLength: 4 },
);
const claimLists = fc.array(claims, { maxLength: 14 });
/** Each match is a claim of two records. */
const matchedClaimLists = fc
  .tuple(claimLists, fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 4 }))
  .map(([records, matches]) =>
    records.map((claims, index) => [
      ...claims,
      ...matches.flatMap(([one, other], id) => (one !== other && [one, other].includes(index) ? [matchClaim(id)] : [])),
    ]),
  );

test('the result does not depend on the order of the records', () => {
  fc.assert(
    fc.property(matchedClaimLists, fc.infiniteStream(fc.nat()), (records, random) => {
      const order = records.map((_, index) => ({ index, at: random.next().value })).sort((a, b) => a.at - b.at);
      const before = grouped(...records);
      const after = grouped(...order.map(({ index }) => records[index] as string[]));
      const back = after.map((list) => list.map((at) => order[at]?.index as number).sort((a, b) => a - b));
      expect(back.sort((a, b) => (a[0] as number) - (b[0] as number))).toEqual(before);
    }),
    { numRuns: 2000 },
  );
});

test('a company never has two numbers of one register', () => {
  fc.assert(
    fc.property(matchedClaimLists, (records) => {
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

test('without the records that matches added, companies are the same as without any match', () => {
  fc.assert(
    fc.property(matchedClaimLists, (records) => {
      const { group, matchedBy } = groupRecords(records.map((claims) => ({ claims })));
      const bases = Map.groupBy(group.keys(), (index) => `${group[index]} ${matchedBy[index]}`);
      const without = grouped(...records.map((claims) => claims.filter((claim) => !isMatch(claim))));
      expect([...bases.values()].sort((a, b) => (a[0] as number) - (b[0] as number))).toEqual(without);
    }),
    { numRuns: 2000 },
  );
});
