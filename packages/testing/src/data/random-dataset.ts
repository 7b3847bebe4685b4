import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import fc from 'fast-check';
import type { SourceClass } from '../../../server/src/knowledge/profiles/precedence.ts';
import {
  abnOf,
  acnOf,
  cikOf,
  dunsOf,
  jcnOf,
  leiOf,
  nzbnOf,
  uenOf,
} from '../../../server/src/sample-data/demo/numbers.ts';
import type { AnyRecord } from './records.ts';

/** Sources of different classes: a complete register and two web sources, so that they can contradict each other. */
export const sources: readonly { name: string; class: SourceClass }[] = [
  { name: 'own-file', class: 'own' },
  { name: 'au-abr', class: 'register' },
  { name: 'web-set', class: 'web' },
  { name: 'web-list', class: 'web' },
];

// biome-ignore format: one scheme is one line
const identifierOf = {
  abn: abnOf,
  acn: acnOf,
  nzbn: nzbnOf,
  uen: uenOf,
  jcn: jcnOf,
  lei: leiOf,
  cik: cikOf,
  duns: dunsOf,
  fqdn: (index: number) => `d${index}.com`,
  network: (index: number) => `c-${index}`,
  registration: (index: number) => `R${index}`,
} as const;
type Scheme = keyof typeof identifierOf;
const schemes = Object.keys(identifierOf) as Scheme[];
/** So few values that records collide often. */
const valuesOfEach = 2;

type Claims = Partial<Record<Scheme, number>>;

interface CompanySaid {
  kind: 'company';
  claims: Claims;
  facts: Pick<
    CompanyRecord,
    'country' | 'hq_country' | 'observed' | 'employee_count' | 'industries' | 'states' | 'year_founded'
  >;
  name: string;
  trading: string[];
  former: string[];
}
/** A company by the domain of an email address and by its name: at least one of them. */
interface Described {
  domain: number | undefined;
  name: string | undefined;
  country: string | undefined;
}
interface PersonSaid {
  kind: 'person';
  at: number | [Exclude<Scheme, 'registration'>, number] | Described;
  slug: number | undefined;
  facts: Pick<PersonRecord, 'country' | 'observed' | 'position' | 'has_email' | 'has_mobile' | 'seniority'>;
}

/** One line of a file, and when it arrives in each load. */
export interface Statement {
  source: number;
  key: number;
  removed: boolean;
  said: CompanySaid | PersonSaid;
  times: number[];
}
export type RandomDataset = Statement[];

const value = fc.nat(valuesOfEach - 1);
const dates = fc.constantFrom('2026-01-01', '2026-02-02');

const claimsOf = (schemes: readonly Scheme[], maxLength: number): fc.Arbitrary<Claims> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...schemes), value), { selector: ([scheme]) => scheme, maxLength })
    .map((pairs) => Object.fromEntries(pairs) as Claims);
/** Half of them have no register number: only their names identify them. */
const claims = fc.oneof(claimsOf(schemes, 3), claimsOf(['fqdn', 'network', 'duns'], 1));

/** Few enough for namesakes, many enough for names that only two companies have. */
const names = ['Kestrel', 'Vane', 'Moss', 'Fern'];
const otherNames = fc.oneof(
  { arbitrary: fc.constant<string[]>([]), weight: 5 },
  fc.constantFrom(...names).map((name) => [name]),
);

type Place = Pick<CompanyRecord, 'country' | 'states'>;
const elsewhere: Place[] = [
  { country: 'AU', states: ['AU-VIC'] },
  { country: 'AU' },
  { country: 'NZ', states: ['NZ-AUK'] },
  {},
];
const places = fc.oneof(
  { arbitrary: fc.constant<Place>({ country: 'AU', states: ['AU-NSW'] }), weight: 6 },
  fc.constantFrom(...elsewhere),
);

const companyFacts = fc.record(
  {
    hq_country: fc.constantFrom('AU', 'NZ'),
    observed: dates,
    employee_count: fc.constantFrom(7, 70),
    industries: fc.subarray(['Mining', 'Retail']),
    year_founded: fc.constantFrom(1950, 1990, 1990, 2000),
  },
  { requiredKeys: ['observed'] },
);

const companySaid: fc.Arbitrary<CompanySaid> = fc.record({
  kind: fc.constant('company' as const),
  claims,
  name: fc.constantFrom(...names),
  trading: otherNames,
  former: otherNames,
  facts: fc.tuple(places, companyFacts).map(([place, facts]) => ({ ...place, ...facts })),
});

const described: fc.Arbitrary<Described> = fc
  .record({
    domain: fc.option(value, { nil: undefined }),
    name: fc.option(fc.constantFrom(...names), { nil: undefined, freq: 4 }),
    country: fc.constantFrom(undefined, 'AU', 'NZ'),
  })
  .filter(({ domain, name }) => domain !== undefined || name !== undefined);

const personSaid: fc.Arbitrary<PersonSaid> = fc.record({
  kind: fc.constant('person' as const),
  at: fc.oneof(fc.nat(2), fc.tuple(fc.constantFrom('abn' as const, 'acn', 'lei', 'fqdn', 'network'), value), described),
  slug: fc.option(value, { nil: undefined }),
  facts: fc.record(
    {
      country: fc.constantFrom('AU', 'NZ'),
      observed: dates,
      position: fc.constantFrom('CEO', 'Nurse'),
      has_email: fc.constant(true),
      has_mobile: fc.constant(true),
      seniority: fc.constant(['5']),
    },
    { requiredKeys: ['country', 'observed'] },
  ),
});

/** Small datasets with many collisions, loaded `loadings` times. */
export const randomDataset = (loadings: number): fc.Arbitrary<RandomDataset> =>
  fc.array(
    fc.record({
      source: fc.nat(sources.length - 1),
      key: fc.nat(2),
      removed: fc.nat(5).map((dice) => dice === 0),
      said: fc.oneof({ arbitrary: companySaid, weight: 3 }, { arbitrary: personSaid, weight: 2 }),
      times: fc.array(fc.nat(999), { minLength: loadings, maxLength: loadings }),
    }),
    { minLength: 2, maxLength: 14 },
  );

/** What makes keys, identifiers and names those of one dataset. */
interface Scope {
  own(key: number): string;
  index(value: number): number;
  named(name: string): string;
}

function companyOf({ at }: PersonSaid, { own, index, named }: Scope): Partial<PersonRecord> {
  if (typeof at === 'number') return { company: { key: own(at) } };
  if (Array.isArray(at)) return { company: { [at[0]]: identifierOf[at[0]](index(at[1])) } };
  return {
    ...(at.domain === undefined ? {} : { email: `jo@mail.${identifierOf.fqdn(index(at.domain))}` }),
    ...(at.name === undefined ? {} : { company_name: named(at.name) }),
    ...(at.country === undefined ? {} : { company_country: at.country }),
  };
}

/** The record as it is in a file. Each dataset has its own keys and identifiers. */
export function toRecord({ key, removed, said }: Statement, dataset: number): AnyRecord {
  const own = (number: number) => `w${dataset}.${number}`;
  if (removed) return { type: said.kind, key: own(key), removed };
  const index = (number: number) => dataset * valuesOfEach + number;
  const named = (name: string) => `${name} ${dataset} Ltd`;
  if (said.kind === 'person') {
    const slug = said.slug === undefined ? {} : { network: `p-${index(said.slug)}` };
    return { type: 'person', key: own(key), ...companyOf(said, { own, index, named }), ...slug, ...said.facts };
  }
  const { registration, ...numbers } = said.claims;
  const identifiers = {
    ...Object.fromEntries(
      Object.entries(numbers).map(([scheme, n]) => [scheme, identifierOf[scheme as Scheme](index(n))]),
    ),
    ...(registration === undefined
      ? {}
      : { registrations: { RA000999: identifierOf.registration(index(registration)) } }),
  };
  return {
    type: 'company',
    key: own(key),
    identifiers,
    name: named(said.name),
    trading_names: said.trading.map(named),
    former_names: said.former.map(named),
    ...said.facts,
  };
}

const nameOf = ({ source, key, said }: Statement): string => `${said.kind} ${sources[source]?.name}/${key}`;

/** The statements in the order of one load, each with its run. Statements with the same key keep their order. */
export function arrange(
  dataset: RandomDataset,
  loading: number,
  rounds: number,
): (Statement & { time: number; round: number })[] {
  const byKey = [...Map.groupBy(dataset, nameOf).values()];
  return byKey.flatMap((statements) => {
    const times = statements.map(({ times }) => times[loading] as number).sort((a, b) => a - b);
    let last = -1;
    return statements.map((statement, at) => {
      const time = times[at] as number;
      const round = Math.max(Math.floor((time * rounds) / 1000), last);
      // Within one run, the last row of a key wins, so a removal in the same run would leave no last statement.
      last = statement.removed && round === last ? round + 1 : round;
      return { ...statement, time, round: last };
    });
  });
}

/** The last statement of each key, and whether it was removed. */
export function lastWords(dataset: RandomDataset): { statement: Statement; removed: boolean }[] {
  return [...Map.groupBy(dataset, nameOf).values()].flatMap((statements) => {
    const statement = statements.findLast(({ removed }) => !removed);
    return statement ? [{ statement, removed: statements.at(-1)?.removed ?? false }] : [];
  });
}
