import type { CompanyRecord, PersonRecord } from '@orgdex/contract';

export type AnyRecord = CompanyRecord | PersonRecord;

/** A company with only the given facts. */
export const company = (key: string, facts: Partial<CompanyRecord> = {}): CompanyRecord => ({
  type: 'company',
  key,
  name: `Company ${key}`,
  observed: '2026-01-01',
  ...facts,
});

/** A person at the company with the key `at` in the same source, unless another company is given. */
export const person = (key: string, at: string, facts: Partial<PersonRecord> = {}): PersonRecord => ({
  type: 'person',
  key,
  company: { key: at },
  country: 'AU',
  observed: '2026-01-01',
  ...facts,
});

export const removed = (type: 'company' | 'person', key: string): AnyRecord => ({ type, key, removed: true });
