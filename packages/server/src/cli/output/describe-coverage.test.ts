import { supportedCountries } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { sourceClasses } from '../../knowledge/profiles/precedence.ts';
import type { Statement } from '../../knowledge/profiles/statements.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import type { Coverage } from '../../pipeline/coverage/coverage.ts';
import { CoverageTally } from '../../pipeline/coverage/tally.ts';
import { kestrelRecords } from '../../sample-data/sandbox/full-profile.ts';
import { describeCoverage } from './describe-coverage.ts';

const stated = (source: string, content: Statement['content'], country: string | null = 'AU'): Statement => ({
  source,
  ...sourceClasses.own,
  key: source,
  country,
  observed: '2026-06-30',
  content,
});

function coverageOf(companies: readonly Statement[][], facts: Partial<Coverage> = {}): Coverage {
  const tally = new CoverageTally({ countries: supportedCountries, day: '2026-07-01', rates: builtInRates });
  for (const [at, records] of companies.entries()) tally.add(`c${at}`, records);
  return { ...tally.toCoverage(), every: 1, ...facts };
}

const linesOf = (...args: Parameters<typeof coverageOf>) => describeCoverage(coverageOf(...args)).split('\n');

test('a field is one line: share, count, age in days and sources', () => {
  const lines = linesOf([
    [stated('crm', { name: 'Acme', tagline: 'Go' })],
    [stated('crm', { name: 'Brill' })],
    [stated('web', { name: 'Crane' })],
  ]);
  expect(lines[2]).toBe('AU Australia: 3 companies');
  expect(lines[3]).toMatch(/^ {2}field +filled +count +age +p90 +sources$/);
  expect(lines[4]).toMatch(/^ {2}name +100 % +3 +1 +1 {2}crm 67 %, web 33 %$/);
  expect(lines[5]).toMatch(/^ {2}tagline +33 % +1 +1 +1 {2}crm 100 %$/);
});

test('empty fields are one list, and so are countries without companies', () => {
  const lines = linesOf([[stated('crm', { name: 'Acme', industry_codes: { sic: '3829' } })]]);
  const text = lines.join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/no value: website, fqdn, .* industry_codes\.duns, .* states, nextGen/);
  expect(text).not.toContain('social_media.');
  expect(lines.at(-1)).toBe(`No companies in: ${supportedCountries.filter((code) => code !== 'AU').join(', ')}`);
});

test('no line is longer than 100 columns, for the fullest profile and the longest source names', () => {
  const [{ type: _, key: __, ...content } = { type: 'company', key: '' } as const] = kestrelRecords;
  const names = Array.from({ length: 9 }, (_, at) => `${'a-source-with-a-long-name-'.repeat(3)}${at}`);
  const full = names.map((name) => [stated(name, content), stated('crm', content)]);
  const bare = [stated('crm', { name: 'Acme' }, 'JP')];
  const lines = linesOf([...full, bare], { companies: 123_456_789, every: 100 });
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.find((line) => line.startsWith('  locations'))).toMatch(/crm 100 %, \+9$/);
});

test('a sample, companies of other countries and unnamed companies are mentioned', () => {
  const abroad = [stated('crm', { name: 'Loire SA' }, 'FR')];
  const text = describeCoverage(coverageOf([abroad, [stated('names', {})]], { every: 7 }));
  expect(text).toContain('1 company on 2026-07-01');
  expect(text).toContain('one company in 7, by a hash of its id');
  expect(text).toContain('1 of them is in none of the countries below');
  expect(text).toContain('not counted, because no record gives a name: 1 company');
});
