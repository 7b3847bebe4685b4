import { createHash } from 'node:crypto';
import { type ChannelFlag, Company, channelFlags, departments, PersonMatch, seniorities } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import type { ServedCompany, ServedResponse } from '../../knowledge/profiles/prepared-responses.ts';
import type { PersonDocument } from '../../stores/opensearch/documents.ts';
import { sandboxCompanies, unknownId } from './dataset.ts';
import { sandboxHash, sandboxWrites } from './documents.ts';
import { lookupExamples, searchExamples } from './examples.ts';
import { simulatedProblems, simulateProblem } from './open-sandbox.ts';

const indices = {
  company: 'company',
  identifier: 'identifier',
  person: 'person',
  search: 'search',
  sources: 'sources',
};
const documentsOf = (index: string) =>
  sandboxWrites(indices)
    .filter((write) => write.index === index)
    .map(({ id, source }) => ({ id, ...JSON.parse(source ?? '{}') }));

const profiles = documentsOf('company').flatMap(({ id, served }) => {
  const { base, regions = {} } = (served ?? {}) as Partial<ServedCompany>;
  const toCompany = ({ text }: ServedResponse): Company => JSON.parse(text);
  const all = Object.entries(regions).map(([country, answer]) => [country, toCompany(answer)] as const);
  return base ? [{ id, body: toCompany(base), regions: Object.fromEntries(all) as Record<string, Company> }] : [];
});
const people = documentsOf('person') as PersonDocument[];
const ofKestrel = people.filter(({ company, country }) => company === 'sandbox-kestrel' && country === 'AU');
const bodyOf = (id: string) => profiles.find(({ body }) => body.id === id)?.body as Company;

/** All leaf values below a value, with their paths. */
function leavesOf(value: unknown, path = ''): [string, unknown][] {
  const inside = Object.entries((value ?? {}) as object);
  if (value === null || typeof value !== 'object' || inside.length === 0) return [[path, value]];
  return inside.flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

describe('companies', () => {
  const company = Compile(Company);

  test.each(profiles.map((profile) => [profile.id, profile] as const))(
    '%s follows the contract, for every country',
    (_, { body, regions }) => {
      for (const answer of [body, ...Object.values(regions)]) expect([...company.Errors(answer)]).toEqual([]);
    },
  );

  test('the most complete company has a value in every field', () => {
    expect(leavesOf(bodyOf('sandbox-kestrel')).filter(([, value]) => isEmpty(value))).toEqual([]);
  });

  test('its profiles for NZ and SG differ from AU and from each other', () => {
    const regions = profiles.find(({ id }) => id === 'sandbox-kestrel')?.regions ?? {};
    const { employee_count, phones } = bodyOf('sandbox-kestrel');
    const seen = [{ employee_count, phones }, regions.NZ, regions.SG];
    expect(new Set(seen.map((facts) => facts?.employee_count)).size).toBe(3);
    expect(new Set(seen.map((facts) => facts?.phones?.[0])).size).toBe(3);
  });

  test('the blank company has only a name and an id', () => {
    const known = leavesOf(bodyOf('sandbox-blank')).filter(([, value]) => !isEmpty(value));
    expect(known.map(([path]) => path)).toEqual(['.id', '.name', '.nextGen.id']);
  });

  test('ids are unique and URL-safe', () => {
    const ids = [...sandboxCompanies.map(({ id }) => id), ...people.map(({ person }) => person)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [...ids, ...simulatedProblems.keys(), unknownId]) expect(id).toMatch(/^sandbox-[a-z0-9-]{1,24}$/);
  });

  test('every domain is reserved for examples', () => {
    const domains = documentsOf('identifier').map(({ id }) => id as string);
    for (const id of domains.filter((name) => name.startsWith('fqdn:'))) expect(id).toMatch(/\.example\.com$/);
  });
});

describe('people', () => {
  test('every seniority, department and channel occurs', () => {
    const classes = (field: 'levels' | 'departments') => new Set(ofKestrel.flatMap((person) => person[field]));
    expect(classes('levels')).toEqual(new Set(Object.keys(seniorities).map(Number)));
    expect(classes('departments')).toEqual(new Set(Object.keys(departments).map(Number)));
    const flags = (flag: ChannelFlag) => new Set(ofKestrel.map(({ match }) => match[flag]));
    for (const flag of channelFlags) expect(flags(flag)).toEqual(new Set([true, false]));
  });

  test('each person follows the contract', () => {
    const match = Compile(PersonMatch);
    for (const { person, match: shown } of people) {
      expect(match.Check({ person_id: person, company_name: null, ...shown })).toBe(true);
    }
  });
});

test('the data that customers test against does not change unnoticed', () => {
  const served = [profiles.map(({ body, regions }) => [body, regions]), people.map(({ match }) => match)];
  const hash = createHash('sha256').update(JSON.stringify(served)).digest('hex').slice(0, 12);
  // If the hash changes, customers see the change: announce it in the changelog.
  expect(hash).toMatchInlineSnapshot(`"5528ac131d77"`);
  expect(sandboxHash()).toBe(sandboxHash());
});

describe('special ids', () => {
  test.each([...simulatedProblems].filter(([, special]) => 'problem' in special))(
    '%s returns its problem',
    async (id, special) => {
      const { problem, retryAfter } = special as { problem: string; retryAfter?: number };
      await expect(simulateProblem(id)).rejects.toMatchObject({
        code: problem,
        details: retryAfter ? { retryAfter } : {},
      });
    },
  );

  test('the slow id waits, and no other does', async () => {
    const endsAtOnce = (id: string | undefined) =>
      Promise.race([simulateProblem(id).then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
    for (const id of [undefined, 'sandbox-kestrel', 'constructor', unknownId]) expect(await endsAtOnce(id)).toBe(true);
    expect(await endsAtOnce('sandbox-slow')).toBe(false);
    await simulateProblem('sandbox-slow');
  });

  test('only the slow id is a company, and no company has the id of the 404', () => {
    const ids = new Set(sandboxCompanies.map(({ id }) => id));
    expect([...simulatedProblems.keys()].filter((id) => ids.has(id))).toEqual(['sandbox-slow']);
    expect(ids).not.toContain(unknownId);
  });
});

test('every company occurs in an example of the reference', () => {
  const shown = new Set([
    ...lookupExamples.map(({ finds }) => finds),
    ...searchExamples.map(({ ask }) => ask.companyId),
  ]);
  for (const { id } of sandboxCompanies) if (id !== 'sandbox-slow') expect(shown).toContain(id);
});
