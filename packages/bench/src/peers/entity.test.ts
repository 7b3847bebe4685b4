import { expect, test } from 'vitest';
import { toServed } from '../../../server/src/knowledge/profiles/prepared-responses.ts';
import { companyDocument } from '../../../testing/src/stores/documents.ts';
import { toEntity } from './entity.ts';

const served = (facts: Parameters<typeof companyDocument>[1]) => toServed(companyDocument('c1', facts));

test('an entity contains the fields that both systems have', () => {
  const facts = { name: 'Harbour Tools', website: 'https://harbour.example' };
  expect(toEntity({ id: 'c1', served: served(facts), card: { country: 'AU' } })).toEqual({
    ...{ id: 'c1', schema: 'Company', datasets: ['companies'] },
    properties: { name: ['Harbour Tools'], jurisdiction: ['AU'], website: ['https://harbour.example'] },
  });
});

test('empty fields are left out', () => {
  expect(toEntity({ id: 'c1', served: served({}), card: { country: null } }).properties).toEqual({});
});
