import { expect, test } from 'vitest';
import { mappingHash } from '../engine/mapping.ts';
import type { Generation } from '../ledger/outbox/generations.ts';
import { builtInRates } from '../rules/money/exchange-rates.ts';
import { rulesHash } from '../rules/rules-hash.ts';
import { isOurs } from './drain-outbox.ts';

test('a generation with other exchange rates, or another mapping, does not match this process', () => {
  const made = { rules_hash: rulesHash(builtInRates), mapping_hash: mappingHash() } as Generation;
  expect(isOurs(made, builtInRates)).toBe(true);
  expect(isOurs(made, new Map([['AUD', new Map([[2024, 1.5]])]]))).toBe(false);
  expect(isOurs({ ...made, mapping_hash: 'another' }, builtInRates)).toBe(false);
});
