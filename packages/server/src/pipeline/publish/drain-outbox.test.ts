import { expect, test } from 'vitest';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import { rulesHash } from '../../knowledge/rules/rules-hash.ts';
import { mappingHash } from '../../stores/opensearch/mapping.ts';
import type { Generation } from '../../stores/postgres/outbox/generations.ts';
import { isOurs } from './drain-outbox.ts';

test('a generation with other exchange rates, or another mapping, does not match this process', () => {
  const made = { rules_hash: rulesHash(builtInRates), mapping_hash: mappingHash() } as Generation;
  expect(isOurs(made, builtInRates)).toBe(true);
  expect(isOurs(made, new Map([['AUD', new Map([[2024, 1.5]])]]))).toBe(false);
  expect(isOurs({ ...made, mapping_hash: 'another' }, builtInRates)).toBe(false);
});
