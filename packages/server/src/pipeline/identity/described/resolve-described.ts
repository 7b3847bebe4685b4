import type { Secret } from '../../../core/settings/secret.ts';
import {
  type LocatedName,
  locateNames,
  locateOwnNames,
  type NamedCompany,
  readNamedCompanies,
} from '../../../stores/postgres/imports/company-names.ts';
import {
  type DescriptionLink,
  type Identified,
  readDomainsOf,
  readIdentified,
} from '../../../stores/postgres/imports/described-companies.ts';
import type { Queryable } from '../../../stores/postgres/pool.ts';
import { type NamedDescription, type NamedRecord, onlyOwnCompany, scoredCompany } from './choose-company.ts';
import type { StoredDescription } from './described-company.ts';
import { hashNames } from './record-names.ts';

/** With this number of records of one name or more, the name identifies nothing. */
const maxNamesakes = 200;

/** Finds the records with these names, within the sources that describe them and in all sources. */
export interface NameLocator {
  own(wanted: readonly { hash: string; sourceId: number }[]): Promise<LocatedName[]>;
  all(hashes: readonly string[]): Promise<LocatedName[]>;
}

/** By the index of names, which must be complete. */
export const indexedNames = (database: Queryable): NameLocator => ({
  own: (wanted) => locateOwnNames(database, wanted, maxNamesakes),
  all: (hashes) => locateNames(database, hashes, maxNamesakes),
});

export interface ResolveDeps {
  database: Queryable;
  secret: Secret;
  names: NameLocator;
}

const isNamed = (description: StoredDescription): description is NamedDescription => description.nameHash !== undefined;

/**
 * By the domain of the email address, or the nearest domain above it that a company has.
 * @param isEnough whether the domain says enough
 */
async function byDomain(
  { database }: ResolveDeps,
  descriptions: readonly StoredDescription[],
  isEnough: (found: Identified, description: StoredDescription) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const found = await readIdentified(database, [...new Set(descriptions.flatMap(({ domains }) => domains))]);
  return new Map(
    descriptions.flatMap((description) => {
      const domain = description.domains.find((one) => found.has(one));
      const identified = domain === undefined ? undefined : found.get(domain);
      return identified && isEnough(identified, description) ? [[description.ref, identified.company] as const] : [];
    }),
  );
}

/** Several companies may share a domain, as the companies of a group do: then an account name says more. */
const byOwnDomain = (deps: ResolveDeps, descriptions: readonly StoredDescription[]) =>
  byDomain(deps, descriptions, ({ isShared }, description) => !isShared || !isNamed(description));

const byAnyDomain = (deps: ResolveDeps, descriptions: readonly StoredDescription[]) =>
  byDomain(deps, descriptions, () => true);

const nameOf = ({ source_id, key }: { source_id: number; key: string }) => `${source_id}:${key}`;

/** The companies with each name. The index may be outdated, so the names of the records decide. */
async function readByHash(deps: ResolveDeps, located: readonly LocatedName[]): Promise<Map<string, NamedRecord[]>> {
  const distinct = [...new Map(located.map((one) => [nameOf(one), one])).values()];
  const records = new Map(
    (await readNamedCompanies(deps.database, distinct)).map((record) => [
      nameOf(record),
      { record, names: hashNames(deps.secret, record) },
    ]),
  );
  const found = new Map<string, NamedRecord[]>();
  for (const { hash, ...which } of located) {
    const read = records.get(nameOf(which));
    const name = read?.names.find((one) => one.hash === hash);
    if (read && name) found.set(hash, [...(found.get(hash) ?? []), toNamedRecord(read.record, name.kind)]);
  }
  return found;
}

const toNamedRecord = ({ source_id, company_id, country }: NamedCompany, kind: NamedRecord['kind']): NamedRecord => ({
  sourceId: source_id,
  company: company_id,
  country: country ?? undefined,
  kind,
});

/** By the name of exactly one company of the same source. */
async function byOwnName(
  deps: ResolveDeps,
  descriptions: readonly NamedDescription[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(
    descriptions.map(({ nameHash, sourceId }) => [`${sourceId}:${nameHash}`, { hash: nameHash, sourceId }]),
  );
  const found = await readByHash(deps, await deps.names.own([...wanted.values()]));
  return new Map(
    descriptions.flatMap((description) => {
      const company = onlyOwnCompany(description, found.get(description.nameHash) ?? []);
      return company === undefined ? [] : [[description.ref, company] as const];
    }),
  );
}

/** By the scorer, among all companies with the name. */
async function byScore(
  deps: ResolveDeps,
  descriptions: readonly NamedDescription[],
): Promise<ReadonlyMap<string, string>> {
  const located = await deps.names.all([...new Set(descriptions.map(({ nameHash }) => nameHash))]);
  const rare = [...Map.groupBy(located, ({ hash }) => hash).values()].filter((same) => same.length < maxNamesakes);
  const found = await readByHash(deps, rare.flat());
  // Without a domain to compare, those of the companies do not matter.
  const compared = descriptions.filter(({ domains }) => domains.length > 0);
  const companies = compared.flatMap(({ nameHash }) => found.get(nameHash) ?? []).map(({ company }) => company);
  const domains = await readDomainsOf(deps.database, [...new Set(companies)]);
  return new Map(
    descriptions.flatMap((description) => {
      const company = scoredCompany(description, found.get(description.nameHash) ?? [], domains);
      return company === undefined ? [] : [[description.ref, company] as const];
    }),
  );
}

/** Few enough to hold their candidates in memory. */
const resolvedTogether = 5000;

async function resolveSome(deps: ResolveDeps, all: readonly StoredDescription[]): Promise<DescriptionLink[]> {
  const ways = [
    ['domain', byOwnDomain],
    ['name', (given: ResolveDeps, rest: readonly StoredDescription[]) => byOwnName(given, rest.filter(isNamed))],
    ['domain', byAnyDomain],
    ['score', (given: ResolveDeps, rest: readonly StoredDescription[]) => byScore(given, rest.filter(isNamed))],
  ] as const;
  const links: DescriptionLink[] = [];
  let rest = all;
  for (const [way, find] of ways) {
    if (rest.length === 0) break;
    const found = await find(deps, rest);
    for (const [ref, company] of found) links.push({ ref, company, way });
    rest = rest.filter(({ ref }) => !found.has(ref));
  }
  return [...links, ...rest.map(({ ref }) => ({ ref, company: null, way: null }))];
}

/**
 * Finds the company of each description: by the domain of the email address, then by the name within the same source,
 * then by a domain that several companies have, then by the scorer. The result depends only on the records of the database.
 */
export async function resolveDescribed(
  deps: ResolveDeps,
  descriptions: readonly StoredDescription[],
): Promise<DescriptionLink[]> {
  const links: DescriptionLink[] = [];
  for (let from = 0; from < descriptions.length; from += resolvedTogether) {
    links.push(...(await resolveSome(deps, descriptions.slice(from, from + resolvedTogether))));
  }
  return links;
}
