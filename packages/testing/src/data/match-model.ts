import type { CompanyRecord } from '@orgdex/contract';
import { nameKey } from '../../../server/src/knowledge/rules/names/name-key.ts';
import { groupRecords } from '../../../server/src/pipeline/identity/same-company.ts';

/** A record that is not removed, of a small dataset. */
export interface ModelRecord {
  name: string;
  source: string;
  /** Whether its source may create links. */
  web: boolean;
  record: CompanyRecord;
  claims: readonly string[];
}
type Group = readonly ModelRecord[];

interface Name {
  key: string;
  country: string;
  /** 0: its name; 1: a trading name; 2: a former name. */
  kind: number;
  web: boolean;
}

const schemeOf = (claim: string) => claim.split(':')[0] as string;
const isReach = (claim: string) => /^(fqdn|network|duns):/.test(claim);
const isNumbered = (group: Group) =>
  group.some(({ claims }) => claims.some((claim) => !isReach(claim) && claim[0] !== '~'));

const countryOf = ({ record }: ModelRecord) => record.country ?? record.hq_country;
const countryOfNumber: Record<string, string> = { abn: 'AU', acn: 'AU', nzbn: 'NZ', uen: 'SG', jcn: 'JP' };
const anywhere = 'anywhere';

/** The countries of a group, from its records or their numbers. */
function countriesOf(group: Group): string[] {
  const numbering = group.flatMap(({ claims }) => claims.map((claim) => countryOfNumber[schemeOf(claim)]));
  const known = new Set([...group.map(countryOf), ...numbering].filter((country) => country !== undefined));
  return known.size > 0 ? [...known] : [anywhere];
}

const namesOf = (group: Group): Name[] =>
  group.flatMap((one) => {
    const { record, web } = one;
    const countries = countriesOf(group).filter((country) => (countryOf(one) ?? country) === country);
    const lists = [[record.name ?? ''], record.trading_names ?? [], record.former_names ?? []];
    return countries.flatMap((country) =>
      lists.flatMap((list, kind) => list.map((name) => ({ key: `${nameKey('AU', name)}`, country, kind, web }))),
    );
  });
const areAlike = (one: Name, other: Name) =>
  one.key === other.key && (one.country === other.country || [one.country, other.country].includes(anywhere));
const regionsOf = (group: Group, country: string) =>
  group.flatMap(({ record }) => record.states ?? []).filter((state) => state.startsWith(country));
/**
 * Whether it is in the complete register of its country, which lists companies of that country unless they state
 * another.
 */
const isListed = (group: Group, country: string) =>
  country === 'AU' && group.some((one) => one.source === 'au-abr' && (countryOf(one) ?? 'AU') === 'AU');
const yearsOf = (group: Group) => group.flatMap(({ record }) => record.year_founded ?? []);

/** How similar the names of two groups are; undefined if they differ. */
function compare(free: Group, company: Group) {
  const shared = namesOf(free).flatMap((one) =>
    namesOf(company)
      .filter((other) => areAlike(one, other))
      .map((other) => {
        const [mine, theirs] = [regionsOf(free, one.country), regionsOf(company, other.country)];
        const unknown = mine.length === 0 || theirs.length === 0;
        const region = mine.some((state) => theirs.includes(state)) ? 0 : unknown ? 1 : 2;
        const complete = isListed(company, other.country);
        return { kind: Math.max(one.kind, other.kind), region, web: one.web, complete };
      }),
  );
  if (shared.length === 0) return undefined;
  return {
    kind: Math.min(...shared.map(({ kind }) => kind)),
    region: Math.min(...shared.map(({ region }) => region)),
    web: shared.some(({ web }) => web),
    complete: shared.some(({ complete }) => complete),
  };
}

const shareSource = (one: Group, other: Group) => one.some((a) => other.some((b) => a.source === b.source));

/** Whether both have a domain (a slug, a D-U-N-S number), and none in common. */
function differ(one: Group, other: Group): boolean {
  const [mine, theirs] = [one, other].map((group) => group.flatMap(({ claims }) => claims.filter(isReach))) as [
    string[],
    string[],
  ];
  return ['fqdn', 'network', 'duns'].some((scheme) => {
    const [a, b] = [mine, theirs].map((claims) => claims.filter((claim) => schemeOf(claim) === scheme)) as [
      string[],
      string[],
    ];
    return a.length > 0 && b.length > 0 && !a.some((claim) => b.includes(claim));
  });
}

/** The rule of docs/decisions/09-matching.md, pair by pair, without regard to cost. */
function isLinked(free: Group, company: Group, all: readonly Group[]): boolean {
  const found = compare(free, company);
  if (!found || found.kind > 1 || found.region > 0 || !found.web || !found.complete) return false;
  const namesakes = all.filter(isNumbered).flatMap((other) => compare(free, other) ?? []);
  if (namesakes.filter(({ region }) => region < 2).length > 1 || namesakes.length > 3) return false;
  const far = yearsOf(free).flatMap((year) => yearsOf(company).map((other) => Math.abs(year - other) > 10));
  if (differ(free, company) || (far.length > 0 && far.every(Boolean)) || shareSource(free, company)) return false;
  const rivals = all
    .filter((other) => other !== free && !isNumbered(other))
    .map((group) => ({ group, ...compare(group, company) }))
    .filter(({ kind = 9 }) => kind <= found.kind);
  const near = rivals.filter(({ region = 9 }) => region < 2);
  if (
    near.some(({ group, kind }) => shareSource(group, free) || differ(group, free) || (kind === 0 && found.kind === 1))
  )
    return false;
  return rivals.filter(({ group }) => shareSource(group, free)).length < 3;
}

/** Which records form one company: by identifiers, then by name and location. */
export function modelCompanies(records: readonly ModelRecord[]): { companies: Group[]; links: number } {
  const { group } = groupRecords(records);
  const all: Group[] = [...Map.groupBy(records.keys(), (index) => group[index]).values()].map((list) =>
    list.map((index) => records[index] as ModelRecord),
  );
  const linked = all
    .filter((free) => !isNumbered(free))
    .flatMap((free) => {
      const company = all.find((other) => isNumbered(other) && isLinked(free, other, all));
      return company ? [{ free, company }] : [];
    });
  const gone = new Set(linked.map(({ free }) => free));
  const companies = all
    .filter((one) => !gone.has(one))
    .map((one) => [...one, ...linked.filter(({ company }) => company === one).flatMap(({ free }) => free)]);
  return { companies, links: linked.length };
}
