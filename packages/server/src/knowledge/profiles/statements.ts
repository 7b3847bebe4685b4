import type { CompanyRecord } from '@orgdex/contract';
import type { Country } from '../rules/places/country.ts';
import { countryOfAddress } from '../rules/places/region.ts';
import type { Origin } from './company-document.ts';

/** The statements of a record, as the database stores them. */
export type Content = Omit<CompanyRecord, 'type' | 'key' | 'country' | 'observed' | 'removed'>;

/** One record of a company, with the facts that decide whether it wins. */
export interface Statement {
  source: string;
  precedence: number;
  identityPrecedence: number;
  key: string;
  country: string | null;
  observed: string;
  content: Content;
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

/** The general order: precedence, then the newest, then source and key. */
export const byPrecedence = (a: Statement, b: Statement): number =>
  a.precedence - b.precedence ||
  compare(b.observed, a.observed) ||
  compare(a.source, b.source) ||
  compare(a.key, b.key);

/** The same with registers first: for identifiers, legal name and status. */
export const byIdentityPrecedence = (a: Statement, b: Statement): number =>
  a.identityPrecedence - b.identityPrecedence ||
  compare(b.observed, a.observed) ||
  compare(a.source, b.source) ||
  compare(a.key, b.key);

/** The records in an order. Most companies have one record. */
export const inOrder = (records: readonly Statement[], order: typeof byPrecedence): readonly Statement[] =>
  records.length < 2 ? records : records.toSorted(order);

export const toOrigin = ({ source, observed }: Statement): Origin => ({ source, observed });

/** The country whose records are the base if no record is valid for all countries. */
function homeCountry(records: readonly Statement[]): string | undefined {
  const countries = new Set(records.map(({ country }) => country));
  const read = headquartersReader(records.map(({ content }) => content));
  const [headquarters] = inOrder(records, byPrecedence).flatMap(({ content }) => read(content) ?? []);
  if (headquarters && countries.has(headquarters)) return headquarters;
  const [first] = [...records].sort(
    (a, b) => a.precedence - b.precedence || compare(a.source, b.source) || compare(a.key, b.key),
  );
  return first?.country ?? undefined;
}

/** The records of the base, of each other country, and all of the latter together. */
export function groupByStanding(records: readonly Statement[]) {
  // With one country there is nothing to decide.
  if (records.every(({ country }) => country === records[0]?.country))
    return { base: records, rest: [], countries: new Map<string, Statement[]>() };
  const everywhere = records.filter(({ country }) => country === null);
  const home = everywhere.length > 0 ? null : homeCountry(records);
  const base = records.filter(({ country }) => country === home);
  const rest = records.filter(({ country }) => country !== home);
  return { base, rest, countries: Map.groupBy(rest, ({ country }) => country as string) };
}

type Headquarters = Pick<CompanyRecord, 'hq_country' | 'hq_location' | 'states' | 'company_type'>;

/** The country that a record states, or that follows with certainty from its headquarters location and regions. */
export const headquartersOf = ({ hq_country, hq_location, states }: Headquarters): Country | undefined =>
  (hq_country as Country | undefined) || (hq_location && states ? countryOfAddress(hq_location, states) : undefined);

/**
 * Returns how to read the country of the headquarters: only as stated, if any record states it. The register of a
 * foreign branch may not know its headquarters, so nothing is derived for it.
 */
export function headquartersReader(records: readonly Headquarters[]): (record: Headquarters) => Country | undefined {
  const isStated = records.some(({ hq_country, company_type }) => hq_country || company_type === 'Foreign Branch');
  return isStated ? ({ hq_country }) => (hq_country as Country | undefined) || undefined : headquartersOf;
}
