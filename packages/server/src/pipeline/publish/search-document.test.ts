import { expect, test } from 'vitest';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import type { CompanyRow } from '../../stores/postgres/outbox/published-rows.ts';
import { companyWrites } from './to-documents.ts';

const indices = { company: 'c', identifier: 'i', person: 'p', search: 's', sources: 'q' };

const recordOf = (source: string, identifiers: object) => ({
  source,
  key: '1',
  country: 'AU',
  observed: '2026-01-01',
  precedence: 1,
  identityPrecedence: 1,
  linkedBy: null,
  content: { type: 'company', name: `Heron ${source}`, identifiers, phones: [] },
});

test('the documents of a company do not depend on the order of its records', () => {
  const records = [
    recordOf('crm', { fqdn: 'heron.example', abn: '60999700033' }),
    recordOf('pdl', { network: 'heron' }),
    recordOf('web', { lei: '9ZZZ00000000000000X0', fqdn: 'heron.example' }),
  ];
  const writesOf = (some: readonly object[]) =>
    companyWrites(
      indices as never,
      {
        id: 'c1',
        version: 1,
        redirect_to: null,
        rostered: false,
        changed_at: new Date(0),
        records: some,
      } as unknown as CompanyRow,
      builtInRates,
    );
  expect(writesOf(records.toReversed())).toEqual(writesOf(records));
});
