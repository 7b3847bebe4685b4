import { expect, test } from 'vitest';
import { widerOf, widestIdentifier } from './widest-identifier.ts';

test('the widest identifier is the one that the most records claim, stated or implied', () => {
  const records = [
    { claims: ['abn:1', '~acn:2', 'fqdn:kestrel.example'] },
    { claims: ['acn:2', 'fqdn:kestrel.example'] },
    { claims: ['acn:2'] },
  ];
  expect(widestIdentifier(records)).toEqual({ identifier: 'acn:2', records: 3 });
});

test('manual decisions and matches are no identifiers, and one record alone shares nothing', () => {
  const records = [{ claims: ['join:1', 'match:2', 'abn:1'] }, { claims: ['join:1', 'match:2'] }];
  expect(widestIdentifier(records)).toBeUndefined();
});

test('of two that are equally wide, the first in order is the widest, whichever is found first', () => {
  const [one, other] = [
    { identifier: 'abn:1', records: 3 },
    { identifier: 'acn:2', records: 3 },
  ];
  expect([widerOf(one, other), widerOf(other, one)]).toEqual([one, one]);
  expect([widerOf(one, undefined), widerOf(undefined, other)]).toEqual([one, other]);
  expect(widerOf(one, { ...other, records: 4 })).toEqual({ identifier: 'acn:2', records: 4 });
});
