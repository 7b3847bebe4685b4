import type { Pool } from '../../../server/src/ledger/pool.ts';
import { forAnybody, forClass, forPosition, lookUpById, lookUpByIdentifier, searchWith, type ToAsked } from './requests.ts';
import { companiesBySize, companiesOf, identifiedBy, type SizeClass, type Subject, sizeClasses } from './sample-companies.ts';

export const traffics = ['different', 'zipf'] as const;
export type Traffic = (typeof traffics)[number];

/** What is asked of whom. */
export interface Question {
  readonly name: string;
  readonly toAsked: ToAsked;
  readonly size?: SizeClass;
  /** Of a class with few companies one is asked about as often as another. */
  readonly traffics: readonly Traffic[];
}

const lookups: Question[] = [
  { name: 'lookup-id', toAsked: lookUpById, traffics },
  { name: 'lookup-fqdn', toAsked: lookUpByIdentifier, traffics },
  { name: 'lookup-abn', toAsked: lookUpByIdentifier, traffics },
];

const filters = { all: forAnybody, position: forPosition, class: forClass } as const;
const large: readonly SizeClass[] = ['2,000', '50,000'];

const searches: Question[] = Object.entries(filters).flatMap(([filter, toFilter]) =>
  (Object.keys(sizeClasses) as SizeClass[]).map((size) => ({
    name: `people-${filter}-${size.replace(',', '').replace('–', '-')}`,
    toAsked: searchWith(toFilter),
    size,
    traffics: large.includes(size) ? (['different'] as const) : traffics,
  })),
);

export const questions: readonly Question[] = [...lookups, ...searches];

/** Reads of a world what its questions are about, each list when it is first wanted. */
export function openSubjects(pool: Pool) {
  let bySize: ReturnType<typeof companiesBySize> | undefined;
  const byName: Record<string, () => Promise<Subject[]>> = {
    'lookup-id': () => companiesOf(pool),
    'lookup-fqdn': () => identifiedBy(pool, 'fqdn'),
    'lookup-abn': () => identifiedBy(pool, 'abn'),
  };
  const kept = new Map<string, Promise<Subject[]>>();
  async function read({ name, size }: Question): Promise<Subject[]> {
    if (!size) return byName[name]?.() ?? [];
    bySize ??= companiesBySize(pool);
    return (await bySize)[size];
  }
  return (question: Question): Promise<Subject[]> => {
    const found = kept.get(question.name) ?? read(question);
    kept.set(question.name, found);
    return found;
  };
}
