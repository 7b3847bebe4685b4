import type { Pool } from '../../../server/src/stores/postgres/pool.ts';
import {
  type BuildRequests,
  byPosition,
  bySeniorityAndDepartment,
  lookUpById,
  lookUpByIdentifier,
  searchWith,
  withoutFilter,
} from './requests.ts';
import {
  companiesBySize,
  companiesOf,
  identifiedBy,
  type SampleCompany,
  type SizeClass,
  sizeClasses,
} from './sample-companies.ts';

export const traffics = ['unique', 'zipf'] as const;
export type Traffic = (typeof traffics)[number];

/** An operation, and the companies that it is measured with. */
export interface BenchCase {
  readonly name: string;
  readonly buildRequests: BuildRequests;
  readonly size?: SizeClass;
  /** Size classes with few companies are only measured with unique keys. */
  readonly traffics: readonly Traffic[];
}

const lookups: BenchCase[] = [
  { name: 'lookup-id', buildRequests: lookUpById, traffics },
  { name: 'lookup-fqdn', buildRequests: lookUpByIdentifier, traffics },
  { name: 'lookup-abn', buildRequests: lookUpByIdentifier, traffics },
];

const filters = { all: withoutFilter, position: byPosition, class: bySeniorityAndDepartment } as const;
const large: readonly SizeClass[] = ['2,000', '50,000'];

const searches: BenchCase[] = Object.entries(filters).flatMap(([filter, toFilter]) =>
  (Object.keys(sizeClasses) as SizeClass[]).map((size) => ({
    name: `people-${filter}-${size.replace(',', '').replace('–', '-')}`,
    buildRequests: searchWith(toFilter),
    size,
    traffics: large.includes(size) ? (['unique'] as const) : traffics,
  })),
);

export const cases: readonly BenchCase[] = [...lookups, ...searches];

/** Reads the companies of each case from the dataset when they are first needed. */
export function openSamples(pool: Pool) {
  let bySize: ReturnType<typeof companiesBySize> | undefined;
  const byName: Record<string, () => Promise<SampleCompany[]>> = {
    'lookup-id': () => companiesOf(pool),
    'lookup-fqdn': () => identifiedBy(pool, 'fqdn'),
    'lookup-abn': () => identifiedBy(pool, 'abn'),
  };
  const kept = new Map<string, Promise<SampleCompany[]>>();
  async function read({ name, size }: BenchCase): Promise<SampleCompany[]> {
    if (!size) return byName[name]?.() ?? [];
    bySize ??= companiesBySize(pool);
    return (await bySize)[size];
  }
  return (benchCase: BenchCase): Promise<SampleCompany[]> => {
    const found = kept.get(benchCase.name) ?? read(benchCase);
    kept.set(benchCase.name, found);
    return found;
  };
}
