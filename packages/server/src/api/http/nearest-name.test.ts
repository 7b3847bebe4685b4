import { endpoints } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { fieldAliases, missingFeatures } from './field-aliases.ts';
import { editDistance, nearestField, plainName } from './nearest-name.ts';

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['senority', 'seniority', 1],
  ['contry', 'country', 1],
  ['kitten', 'sitting', 3],
])('the edit distance of "%s" and "%s" is %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

const lookup = ['id', 'ln_slug', 'ln_url', 'fqdn', 'abn', 'website', 'country'];
const search = ['companyId', 'selectedCountry', 'position', 'seniority', 'department', 'from', 'size', 'cursor'];

test.each([
  ['domain', lookup, 'fqdn'],
  ['linkedin', lookup, 'ln_url'],
  ['LinkedIn-URL', lookup, 'ln_url'],
  ['companyId', lookup, 'id'],
  ['contry', lookup, 'country'],
  ['domian', lookup, 'fqdn'],
  ['country', search, 'selectedCountry'],
  ['titel', search, 'position'],
  ['job_title', search, 'position'],
  ['senority', search, 'seniority'],
  ['COMPANYID', search, 'companyId'],
  ['limit', search, 'size'],
  ['offset', search, 'from'],
])('%s among %j means %s', (sent, known, meant) => {
  expect(nearestField(sent, known)).toBe(meant);
});

test('no field is suggested for a name that resembles none', () => {
  expect(nearestField('zzzzzz', search)).toBeUndefined();
  expect(nearestField('x', [])).toBeUndefined();
});

test('every alias belongs to a field of the contract, and no operation gives one alias two meanings', () => {
  const fieldsOf = endpoints.map(({ query, body }) => Object.keys({ ...query?.properties, ...body?.properties }));
  for (const name of Object.keys(fieldAliases)) expect(fieldsOf.flat()).toContain(name);
  for (const fields of fieldsOf) {
    const aliases = fields.flatMap((name) => fieldAliases[name] ?? []).map(plainName);
    expect(aliases.filter((alias, at) => aliases.indexOf(alias) !== at)).toEqual([]);
  }
  for (const id of Object.keys(missingFeatures)) expect(endpoints.map((endpoint) => endpoint.id)).toContain(id);
});
