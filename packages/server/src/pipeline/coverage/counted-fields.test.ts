import { Company } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { sourceClasses } from '../../knowledge/profiles/precedence.ts';
import { buildProfile } from '../../knowledge/profiles/profile.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import { kestrelRecords } from '../../sample-data/sandbox/full-profile.ts';
import { fields, groupOf, labelOf } from './counted-fields.ts';

test('every value with provenance in a profile has a field', () => {
  const [{ type: _, key, ...content } = { type: 'company', key: '' } as const] = kestrelRecords;
  const stated = { source: 'own', ...sourceClasses.own, key, country: null, observed: '2026-01-01', content };
  const { provenance } = buildProfile('c1', [stated], builtInRates);
  const parts = fields.filter(({ name }) => !fields.some(({ group }) => group === name));
  expect(parts.map(({ name }) => name).sort()).toEqual(Object.keys(provenance.base).sort());
});

test('the first level is the first level of the contract, without the id', () => {
  const first = fields.filter(({ group }) => group === undefined);
  expect(['id', ...first.map(({ name }) => name)]).toEqual(Object.keys(Company.properties));
});

test('a part has its group, and a label that does not repeat the name of the group', () => {
  expect(groupOf('industry_codes.abn')).toBe('industry_codes');
  expect(groupOf('name')).toBeUndefined();
  expect(labelOf({ name: 'nextGen.social_media.youtube', group: 'nextGen' })).toBe('social_media.youtube');
});
