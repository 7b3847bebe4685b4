import { createSecretKey } from 'node:crypto';
import type { PersonRecord } from '@orgdex/contract';
import { describe, expect, test } from 'vitest';
import { company, person } from '../../../../../testing/src/data/records.ts';
import type { Secret } from '../../../core/settings/secret.ts';
import { Reject } from '../../../knowledge/sources/row-outcome.ts';
import type { CompanyRow, PersonRow } from '../../../stores/postgres/imports/stage-line.ts';
import { checkName, toRow } from './to-row.ts';

const key = (fill: number) => createSecretKey(Buffer.alloc(32, fill));
const secret: Secret = {
  fingerprint: 'test',
  companyIdKey: key(1),
  personIdKey: key(2),
  rowKey: key(6),
  auditKey: key(7),
  cursorKey: Buffer.alloc(32, 3),
  contactKeys: [
    { version: 1, key: key(4) },
    { version: 2, key: key(5) },
  ],
};

function parse(record: unknown) {
  const named = checkName(typeof record === 'string' ? JSON.parse(record) : record);
  return named instanceof Reject ? named : toRow(named, secret);
}
function reasonOf(record: unknown): string {
  const parsed = parse(record);
  return parsed instanceof Reject ? parsed.reason : 'accepted';
}
function companyRow(record: unknown): CompanyRow {
  const row = parse(record);
  if (row instanceof Reject || row.kind !== 'company') throw new Error(JSON.stringify(row));
  return row;
}
function personRow(record: unknown): PersonRow {
  const row = parse(record);
  if (row instanceof Reject || row.kind !== 'person') throw new Error(JSON.stringify(row));
  return row;
}

describe('a line that is not a valid record', () => {
  test.each<[unknown, string]>([
    ['null', 'type must be "company" or "person"'],
    ['[]', 'type must be "company" or "person"'],
    [{ type: 'ship' }, 'type must be "company" or "person"'],
    [{ type: 'company', key: 'k' }, 'name is missing'],
    [company('k', { name: ' ' }), 'name is missing'],
    [{ ...company('k'), staff: 7 }, 'unknown field: staff'],
    [company('k', { identifiers: { vat: '1' } as never }), 'unknown field in identifiers: vat'],
    [company('k', { country: 'ZZ' }), 'country: "ZZ" is not an ISO country code'],
    [company('k', { observed: '2026-02-30' }), 'observed: not a valid date'],
    [company('k', { observed: '0000-01-01' }), 'observed: not a valid date'],
    [company('k', { identifiers: { abn: '51824753557' } }), 'identifiers.abn: the check digits do not match'],
    [company('k', { identifiers: { abn: '5' } }), 'identifiers.abn: an ABN has 11 digits'],
    [
      company('k', { identifiers: { registrations: { 'a b': '1' } } }),
      'identifiers.registrations: a register code or number is not valid',
    ],
    [{ ...person('p', 'k'), company: undefined }, 'company is missing'],
    [{ ...person('p', 'k'), company: undefined, email: 'jo@gmail.com', company_name: 'Unknown' }, 'company is missing'],
    [
      { ...person('p', 'k'), company: undefined, company_name: 'Kestrel', company_country: 'ZZ' },
      'company_country: not an ISO country code',
    ],
    [person('p', 'k', { company: { abn: '5' } }), 'company.abn: an ABN has 11 digits'],
    [person('p', 'k', { country: 'ZZ' }), 'country is missing, or not an ISO country code'],
    [person('p', 'k', { network: 'https://example.com/jo' }), 'network: must be a slug or a profile URL'],
  ])('%j: %s', (record, reason) => {
    expect(reasonOf(record)).toBe(reason);
  });

  test('is rejected with the field name, never with its value', () => {
    expect(reasonOf({ ...company('k'), employee_count: 'needle' })).toMatch(/^employee_count: (?!.*needle)/);
    expect(reasonOf({ ...person('p', 'k'), email: ['needle@hay.example'] })).toMatch(/^email: (?!.*needle)/);
    expect(reasonOf(person('p', 'k', { seniority: ['needle'] }))).toMatch(/^seniority(?!.*needle)/);
  });
});

describe('a company', () => {
  test('claims its identifiers in their canonical form', () => {
    const identifiers = {
      abn: '51 824 753 556',
      fqdn: 'WWW.Kestrel.com',
      network: 'Kestrel-Vane',
      registrations: { RA1: 'ab 1' },
    };
    expect(companyRow(company('k', { identifiers })).claims).toEqual([
      'abn:51824753556',
      'fqdn:kestrel.com',
      'network:kestrel-vane',
      'reg.RA1:AB1',
    ]);
  });

  test('claims the ACN inside its ABN, unless it states an ACN', () => {
    expect(companyRow(company('k', { identifiers: { abn: '62612345016' } })).claims).toEqual([
      'abn:62612345016',
      '~acn:612345016',
    ]);
    expect(companyRow(company('k', { identifiers: { abn: '62612345016', acn: '004085616' } })).claims).toEqual([
      'abn:62612345016',
      'acn:004085616',
    ]);
  });

  test('claims the host of its website as its domain, whatever the page, unless the host is shared', () => {
    const claims = (website: string) => companyRow(company('k', { website })).claims;
    expect(claims('https://www.kestrel.com/')).toEqual(['fqdn:kestrel.com']);
    expect(claims('https://kestrel.com/about?utm_source=crm')).toEqual(['fqdn:kestrel.com']);
    expect(claims('https://facebook.com/')).toEqual([]);
    expect(claims('https://facebook.com/kestrel')).toEqual([]);
  });

  test('has no domain on a shared host', () => {
    const row = companyRow(company('k', { identifiers: { fqdn: 'kestrel.wordpress.com' } }));
    expect(row.claims).toEqual([]);
    expect(JSON.parse(row.content).identifiers).toEqual({});
  });

  test('has the same hash whatever the order and whitespace of its fields', () => {
    const one = companyRow({ type: 'company', key: 'k', name: 'K', country: 'au', tagline: 'T', phones: [] });
    const two = companyRow({ tagline: 'T', country: 'AU', description: '', name: 'K', key: 'k', type: 'company' });
    expect(two).toEqual(one);
  });

  test('has a different hash if any value differs', () => {
    const hash = (facts: object) => companyRow(company('k', facts)).hash;
    const variants = [
      {},
      { name: 'X' },
      { country: 'AU' },
      { observed: '2026-01-02' },
      { phones: ['1'] },
      { identifiers: { cik: '1' } },
    ];
    expect(new Set(variants.map(hash)).size).toBe(variants.length);
  });

  test('needs only its key if it is removed', () => {
    expect(companyRow({ type: 'company', key: 'k', removed: true })).toMatchObject({
      removed: true,
      claims: [],
      content: '{}',
    });
  });
});

describe('a person', () => {
  test('has flags and keyed hashes instead of contact values', () => {
    const contacts = {
      email: 'Jo@Hay.Example',
      personal_email: 'jo@hay.example',
      dnd_phone: '02 5550 0100',
      mobile: '',
    };
    const row = personRow(person('p', 'k', contacts));
    expect(row.flags).toBe(1 | 2 | 4 | 8);
    expect(row.contacts).toHaveLength(2);
    expect(row.contacts.every((hash) => /^(?:email|phone):2s:[\w-]{43}$/.test(hash))).toBe(true);
    expect(row.handles).toHaveLength(8);
    expect(JSON.stringify(row)).not.toMatch(/hay|5550/i);
  });

  test('accepts explicit flags in addition to contact values', () => {
    expect(personRow(person('p', 'k', { has_mobile: true, has_email: false, phone: '02 5550 0100' })).flags).toBe(
      4 | 16,
    );
  });

  test('refers to its company by a key of its source or by one identifier', () => {
    expect(personRow(person('p', 'k')).companyRef).toBe('key:k');
    expect(personRow(person('p', '', { company: { abn: '51 824 753 556' } })).companyRef).toBe('abn:51824753556');
    expect(reasonOf(person('p', '', { company: { key: 'k', cik: '1' } }))).not.toBe('accepted');
  });

  test('describes a company that it does not identify: by the domain of its email address and a hash of the name', () => {
    const described = (facts: Partial<PersonRecord>) =>
      personRow({ type: 'person', key: 'p', country: 'AU', ...facts });
    const named = { email: 'Jo.Lee@Sydney.Kestrel.com', company_name: 'Kestrel & Vane Pty Ltd' };
    const row = described({ ...named, company_country: 'nz' });
    expect(row.companyRef).toMatch(/^described:NZ:AU:sydney\.kestrel\.com:[0-9a-z]{16}$/);
    expect(JSON.stringify(row)).not.toMatch(/jo\.lee|vane/i);
    expect(described({ ...named, company_name: 'KESTREL AND VANE' })).toEqual(described(named));
    expect(described({ company_name: 'Kestrel' }).companyRef).toMatch(/^described::AU::[0-9a-z]{16}$/);
    expect(described({ email: 'jo@kestrel.com' }).companyRef).toBe('described::AU:kestrel.com:');
    expect(described({ ...named, email: 'jo@gmail.com' }).companyRef).not.toContain('gmail');
    expect(described({ ...named, company: { cik: '1' } }).companyRef).toBe('cik:0000000001');
  });

  test('is identified by the slug of a profile, in any spelling', () => {
    expect(personRow(person('p', 'k', { network: 'https://nz.linkedin.com/in/Jo-Lee/?x=1' })).network).toBe('jo-lee');
  });

  test('has no title instead of an empty one', () => {
    expect(personRow(person('p', 'k', { position: ' ' })).position).toBeNull();
  });

  test('needs only its key if it is removed', () => {
    expect(personRow({ type: 'person', key: 'p', removed: true })).toMatchObject({ removed: true, companyRef: '' });
  });
});

test('a key that is an email address or a phone number is stored as a keyed hash, also for a rejected record', () => {
  for (const given of ['Avery@kestrelvane.com.au', '+61 491 570 156']) {
    const kept = parse(person(given, 'k')) as PersonRow;
    expect(kept.key).toMatch(/^h-[0-9a-z]{26}$/);
    expect(parse({ type: 'person', key: given.toLowerCase(), removed: true })).toMatchObject({ key: kept.key });
    expect(parse(person(given, 'k', { country: 'Austria' }))).toMatchObject({ key: kept.key });
  }
  expect(parse(company('51824753556'))).toMatchObject({ key: '51824753556' });
});
