import type { CompanyFacts, FactName } from '../scoring/features.ts';
import { decideByScores, scoreCandidates } from '../scoring/score.ts';
import type { StoredDescription } from './described-company.ts';

/** The least probability with which the scorer may link a person to a company. No one reviews these links. */
const linkThreshold = 0.95;

/** A record that has the name of a description. */
export interface NamedRecord {
  sourceId: number;
  company: string;
  country: string | undefined;
  kind: FactName['kind'];
}

/** A former name does not count here: within one source, accounts are found by the names that they have. */
const isOwnCandidate = (
  { sourceId, companyCountry }: StoredDescription,
  { sourceId: source, country, kind }: NamedRecord,
): boolean =>
  source === sourceId &&
  kind !== 'former' &&
  (companyCountry === undefined || country === undefined || country === companyCountry);

/** The one company of the same source that has the name, in the stated country if there is one. */
export function onlyOwnCompany(description: StoredDescription, named: readonly NamedRecord[]): string | undefined {
  const [only, ...others] = new Set(
    named.filter((record) => isOwnCandidate(description, record)).map(({ company }) => company),
  );
  return others.length === 0 ? only : undefined;
}

const noFacts = { numbers: {}, slugs: [], phones: [] };
/** Names are compared by their hashes, so they are equal or different, and nothing in between. */
const toName = (key: string, kind: FactName['kind']): FactName => ({ text: '', key, words: [], kind });
const hostOf = (identifier: string) => identifier.slice(identifier.indexOf(':') + 1);

/** A description with a name. */
export type NamedDescription = StoredDescription & { nameHash: string };

const describedFacts = (description: NamedDescription): CompanyFacts => ({
  ...noFacts,
  names: [toName(description.nameHash, 'current')],
  domains: description.domains.map(hostOf),
  country: description.companyCountry ?? description.country,
});

/** A company may have the name in several countries. */
function countryOf(records: readonly NamedRecord[], wanted: string | undefined): string | undefined {
  const countries = records.flatMap(({ country }) => country ?? []).sort();
  return countries.find((country) => country === wanted) ?? countries[0];
}

/**
 * The company that the scorer is certain of, among all that have or had the name. One that only had it, or that
 * contradicts the description, is not linked.
 */
export function scoredCompany(
  description: NamedDescription,
  named: readonly NamedRecord[],
  domains: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const given = describedFacts(description);
  const candidates = [...Map.groupBy(named, ({ company }) => company)].map(([company, records]) => ({
    company,
    hasName: records.some(({ kind }) => kind !== 'former'),
    facts: {
      ...noFacts,
      names: records.map(({ kind }) => toName(description.nameHash, kind)),
      domains: domains.get(company) ?? [],
      country: countryOf(records, given.country),
    } satisfies CompanyFacts,
  }));
  const { status, deciding } = decideByScores(scoreCandidates(given, candidates), linkThreshold);
  const [best] = status === 'matched' ? deciding : [];
  return best?.candidate.hasName && best.conflicts.length === 0 ? best.candidate.company : undefined;
}
