import { randomBytes } from 'node:crypto';
import { searchCompanies } from '../../../server/src/api/companies/search/search.ts';
import { Random } from '../../../server/src/sample-data/demo/random.ts';
import {
  type Directory,
  type DirectoryCompany,
  directoryCompany,
  draws,
} from '../../../server/src/synthetic/directory/company.ts';
import { isEastern, type Noise, typedName } from '../../../server/src/synthetic/directory/noise.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { openReader, readDirectoryIds } from './dataset.ts';

/** A name as people type it, and the company that is meant. */
interface Question {
  readonly q: string;
  readonly noise: Noise;
  readonly company: DirectoryCompany;
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

const random = new Random();

/** Namesakes cannot be told apart by their names. */
const isTellable = ({ relation }: DirectoryCompany) =>
  relation?.trap !== 'namesake' && relation?.trap !== 'namesake elsewhere' && relation?.trap !== 'former name taken';

/** Half of the questions are in scripts without spaces, so that there are enough of each. */
function questionsOf(directory: Directory, count: number): Question[] {
  const questions: Question[] = [];
  for (let nth = 0; questions.length < count; nth++) {
    random.restart(directory.seed, nth, draws.query);
    const company = directoryCompany(directory, random.below(directory.companies));
    if (!isTellable(company)) continue;
    if (!isEastern(company.tongue) && random.chance(0.8)) continue;
    const { text, noise } = typedName(random, company);
    questions.push({ q: text, noise, company });
  }
  return questions;
}

interface Asked extends Question {
  /** From 0; -1: not among the first five. */
  readonly place: number;
  readonly seen: readonly (string | null)[];
}

const atOnce = 8;

async function askAll(installation: BenchInstallation, questions: readonly Question[]): Promise<Asked[]> {
  const keys = await readDirectoryIds(installation);
  const { close, ...deps } = await openReader(installation);
  const cursorKey = randomBytes(32);
  const asked: Asked[] = [];
  try {
    for (let from = 0; from < questions.length; from += atOnce) {
      const some = questions.slice(from, from + atOnce);
      const answers = await Promise.all(some.map(({ q }) => searchCompanies({ ...deps, cursorKey }, { q, size: 5 })));
      asked.push(
        ...some.map((question, at) => {
          const companies = answers[at]?.companies ?? [];
          const place = companies.findIndex(({ id }) => keys.get(id) === question.company.key);
          return { ...question, place, seen: companies.map(({ name }) => name) };
        }),
      );
    }
  } finally {
    close();
  }
  return asked;
}

const mostExamples = 3;

function countFound(asked: readonly Asked[]): Found[] {
  const groups = Map.groupBy(asked, ({ noise, company }) => `${scripts[company.tongue] ?? 'Latin'}|${noise}`);
  return [...groups].map(([group, all]) => {
    const [script = '', noise] = group.split('|');
    const missed = all.filter(({ place }) => place !== 0);
    return {
      script,
      noise: noise as Noise,
      asked: all.length,
      first: all.filter(({ place }) => place === 0).length,
      five: all.filter(({ place }) => place >= 0).length,
      examples: missed.slice(0, mostExamples).map(({ q, company, seen }) => `${q} → ${company.name}, not ${seen[0]}`),
    };
  });
}

/** Searches for companies by their names with the usual differences, and counts where they are in the results. */
export async function findKnownItems(
  installation: BenchInstallation,
  directory: Directory,
  count: number,
): Promise<Found[]> {
  return countFound(await askAll(installation, questionsOf(directory, count)));
}
