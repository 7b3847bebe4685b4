import { randomBytes } from 'node:crypto';
import { searchCompanies } from '../../../server/src/api/companies/search/search.ts';
import { Random } from '../../../server/src/sample-data/demo/random.ts';
import type { Directory } from '../../../testing/src/synthetic/directory.ts';
import { isEastern, type Noise, typedName } from '../../../testing/src/synthetic/typed-name.ts';
import { type Company, companyAt, draws } from '../../../testing/src/synthetic/universe/company.ts';
import type { OpenedDirectory } from './directory.ts';

/** A name as people type it, and the company that is meant. */
interface Search {
  readonly q: string;
  readonly noise: Noise;
  readonly company: Company;
}

/** How often the company was found first, or among the first five. */
export interface Found {
  readonly noise: Noise;
  readonly script: string;
  readonly asked: number;
  readonly first: number;
  readonly five: number;
  readonly examples: readonly string[];
}

const scripts: Readonly<Record<string, string>> = { ja: 'Japanese', ko: 'Korean', zh: 'Chinese', th: 'Thai' };
/** Their names are also those of another company. */
const indistinct: ReadonlySet<string> = new Set(['namesake', 'namesake elsewhere', 'former name taken']);

const random = new Random();

/** Half of the searches are in scripts without spaces, so that there are enough of each. */
function searchesOf({ seed, companies }: Directory, count: number): Search[] {
  const searches: Search[] = [];
  for (let nth = 0; searches.length < count; nth++) {
    random.restart(seed, nth, draws.query);
    const company = companyAt(seed, random.below(companies));
    random.restart(seed, nth, draws.item);
    if (indistinct.has(company.relation?.trap ?? '')) continue;
    if (!isEastern(company.tongue) && random.chance(0.8)) continue;
    const { text, noise } = typedName(random, company);
    searches.push({ q: text, noise, company });
  }
  return searches;
}

const atOnce = 8;
const mostExamples = 3;

/** Searches for companies by their names with the usual differences, and counts where they are in the results. */
export async function measureSearches(
  { directory, reader, generation, keys }: OpenedDirectory,
  count: number,
): Promise<Found[]> {
  const searches = searchesOf(directory, count);
  const deps = { reader, generation, cursorKey: randomBytes(32) };
  const done: (Search & { place: number; seen: string | null | undefined })[] = [];
  for (let from = 0; from < searches.length; from += atOnce) {
    const some = searches.slice(from, from + atOnce);
    const found = await Promise.all(some.map(({ q }) => searchCompanies(deps, { q, size: 5 })));
    for (const [at, search] of some.entries()) {
      const companies = found[at]?.companies ?? [];
      const place = companies.findIndex(({ id }) => keys.get(id) === search.company.key);
      done.push({ ...search, place, seen: companies[0]?.name });
    }
  }
  const groups = Map.groupBy(done, ({ noise, company }) => `${scripts[company.tongue] ?? 'Latin'}|${noise}`);
  return [...groups].map(([group, all]) => {
    const [script = '', noise] = group.split('|');
    const missed = all.filter(({ place }) => place !== 0);
    return {
      ...{ script, noise: noise as Noise, asked: all.length, first: all.length - missed.length },
      five: all.filter(({ place }) => place >= 0).length,
      examples: missed.slice(0, mostExamples).map(({ q, company, seen }) => `${q} → ${company.name}, not ${seen}`),
    };
  });
}
