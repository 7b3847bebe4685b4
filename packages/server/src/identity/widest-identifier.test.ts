import { expect, test } from 'vitest';
import { widestIdentifier } from './widest-identifier.ts';

test('the widest identifier is the one that the most records claim, stated or implied', () => {
  const records = [
    { claims: ['abn:1', '~acn:2', 'fqdn:kestrel.example'] },
    { claims: ['acn:2', 'fqdn:kestrel.example'] },
    { claims: ['acn:2'] },
  ];
  expect(widestIdentifier(records)).toEqual({ identifier: 'acn:2', records: 3 });
});

test('manual decisions and matches are no identifiers, and one record alone shares nothing', () => {
  const records = [{ claims: ['join.1:all', 'match.2:both', 'abn:1'] }, { claims: ['join.1:all', 'match.2:both'] }];
  expect(widestIdentifier(records)).toBeUndefined();
});
