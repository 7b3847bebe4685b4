import { compareWords, isMistypedRun, type NameSimilarity } from './name-similarity.ts';
import table from './weights.json' with { type: 'json' };

/** One comparison: what was compared, how it turned out, and the two values. */
export interface Compared {
  readonly feature: Feature;
  /** As callers know it: the register's own name for a number. */
  readonly label: string;
  readonly level: Level;
  readonly given: string | number | null;
  readonly found: string | number | null;
}

/** Names that are not equal, by their similarity. `reordered`: the same words; `contained`: the same and more. */
const nameSteps: readonly { level: Level; least: number }[] = [
  { level: 'reordered', least: 1 },
  { level: 'strong', least: 0.9 },
  { level: 'good', least: 0.75 },
  { level: 'weak', least: 0.5 },
];

/** A name that contains another is like it only if at least as much is common to both as is not. */
const leastCommon = 0.5;

/** As similar as two Latin words with one typing error in one of them. */
const mistypedRun: NameSimilarity = { similarity: 0.95, isContained: true };

function stepOf({ similarity, isContained }: NameSimilarity): Level {
  const step = nameSteps.find(({ least }) => similarity >= least)?.level ?? 'different';
  return isContained && similarity >= leastCommon && (step === 'good' || step === 'weak') ? 'contained' : step;
}

const nameLevels = { current: 'equal', trading: 'trading', former: 'former' } as const;

function levelOfNames(given: FactName, found: FactName): { level: Level; similarity: number } {
  if (given.key === found.key) return { level: nameLevels[found.kind], similarity: found.kind === 'former' ? 0.99 : 1 };
  const compared = isMistypedRun(given.key, found.key) ? mistypedRun : compareWords(given.words, found.words);
  return { level: stepOf(compared), similarity: compared.similarity * 0.98 };
}

/** The best pair of names. */
function compareNames(given: CompanyFacts, found: CompanyFacts): Compared[] {
  const pairs = given.names.flatMap((one) => found.names.map((other) => ({ one, other, ...levelOfNames(one, other) })));
  const [first, ...rest] = pairs;
  if (!first) return [];
  const best = rest.reduce((top, pair) => (pair.similarity > top.similarity ? pair : top), first);
  return [{ feature: 'name', label: 'name', level: best.level, given: best.one.text, found: best.other.text }];
}

type Values = readonly string[] | undefined;

/** Equal if any value is common; different if both sides have values. */
function compareSets(feature: Feature, label: string, given: Values, found: Values): Compared[] {
  const [first] = given ?? [];
  if (first === undefined || !found?.length) return [];
  const common = given?.find((value) => found.includes(value));
  return [
    {
      feature,
      label,
      level: common === undefined ? 'different' : 'equal',
      given: common ?? first,
      found: common ?? found[0] ?? null,
    },
  ];
}

function compareOne(feature: Feature, given: string | undefined, found: string | undefined): Compared[] {
  if (given === undefined || found === undefined) return [];
  return [{ feature, label: feature, level: given === found ? 'equal' : 'different', given, found }];
}

const yearsEqual = 1;
const yearsNear = 4;

/** Years are often one off: a business may start before or after its registration. */
export function levelOfYears(apart: number): 'equal' | 'near' | 'different' {
  if (apart <= yearsEqual) return 'equal';
  return apart <= yearsNear ? 'near' : 'different';
}

function compareYears({ founded: given }: CompanyFacts, { founded: found }: CompanyFacts): Compared[] {
  if (given === undefined || found === undefined) return [];
  const level = levelOfYears(Math.abs(given - found));
  return [{ feature: 'year_founded', label: 'year_founded', level, given, found }];
}

const sizeEqual = 1.5;
const sizeNear = 4;

function compareSizes({ employees: given }: CompanyFacts, { employees: found }: CompanyFacts): Compared[] {
  if (given === undefined || found === undefined) return [];
  const ratio = (Math.max(given, found) + 1) / (Math.min(given, found) + 1);
  const level = ratio <= sizeEqual ? 'equal' : ratio <= sizeNear ? 'near' : 'different';
  return [{ feature: 'employee_count', label: 'employee_count', level, given, found }];
}

/** Everything that both sides state, compared. */
export function compareFacts(given: CompanyFacts, found: CompanyFacts): Compared[] {
  return [
    ...compareOne('id', given.id, found.id),
    ...numberSchemes.flatMap((scheme) => compareSets('number', scheme, given.numbers[scheme], found.numbers[scheme])),
    ...compareSets('duns', 'duns', given.numbers.duns, found.numbers.duns),
    ...compareSets('domain', 'domain', given.domains, found.domains),
    ...compareSets('network', 'network', given.slugs, found.slugs),
    ...compareNames(given, found),
    ...compareOne('country', given.country, found.country),
    ...compareOne('region', given.region, found.region),
    ...compareOne('city', given.city, found.city),
    ...compareOne('postcode', given.postcode, found.postcode),
    ...compareSets('phone', 'phone', given.phones, found.phones),
    ...compareYears(given, found),
    ...compareSizes(given, found),
  ];
}

/** The kinds of number that identify a company in a register, and those that usually do. */
export const numberSchemes = ['abn', 'acn', 'nzbn', 'uen', 'lei', 'jcn', 'cik'] as const;
export type NumberScheme = (typeof numberSchemes)[number];

/** A name, as it was written and as it is compared. */
export interface FactName {
  readonly text: string;
  readonly key: string;
  readonly words: readonly string[];
  readonly kind: 'current' | 'trading' | 'former';
}

/** What is known about one side of a comparison: a company, or what a caller says of one. Everything is normalized. */
export interface CompanyFacts {
  readonly id?: string | undefined;
  readonly names: readonly FactName[];
  readonly numbers: Partial<Record<NumberScheme | 'duns', readonly string[]>>;
  readonly domains: readonly string[];
  readonly slugs: readonly string[];
  readonly country?: string | undefined;
  readonly region?: string | undefined;
  readonly city?: string | undefined;
  readonly postcode?: string | undefined;
  /** In international form. */
  readonly phones: readonly string[];
  readonly employees?: number | undefined;
  readonly founded?: number | undefined;
}

/**
 * What a comparison says about whether two descriptions are of one company, as log-odds: positive numbers speak for it,
 * negative ones against it. The prior is what holds before anything is compared: a company that is found by a similar
 * name is usually another one.
 *
 * `npm run bench -- quality fit --seed 1` computes the table from a synthetic directory of known companies.
 */
export interface Weights {
  readonly prior: number;
  readonly weights: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const fitted: Weights = table;
export const { prior } = table;

export type Feature = keyof typeof table.weights;
type LevelOf<F> = F extends Feature ? keyof (typeof table.weights)[F] : never;
export type Level = LevelOf<Feature>;

export const weightOf = (feature: Feature, level: Level): number => fitted.weights[feature]?.[level] ?? 0;
