import { setTimeout as sleep } from 'node:timers/promises';
import { parseItem } from '../../../server/src/api/companies/match/item-facts.ts';
import { readCandidates } from '../../../server/src/api/companies/match/match.ts';
import { Failure } from '../../../server/src/core/errors/failure.ts';
import {
  type CompanyFacts,
  type Compared,
  compareFacts,
} from '../../../server/src/pipeline/identity/scoring/features.ts';
import { judgeScores, type Scored, scoreCompared } from '../../../server/src/pipeline/identity/scoring/score.ts';
import type { Directory } from '../../../server/src/synthetic/directory/company.ts';
import { type Given, type KnownItem, knownItem } from '../../../server/src/synthetic/directory/item.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { openReader, readDirectoryIds } from './dataset.ts';

/** A candidate of an item, compared with it. */
export interface ComparedCandidate {
  readonly key: string;
  readonly compared: readonly Compared[];
}

/** An item with the companies that it was compared with. */
export interface ComparedItem extends KnownItem {
  readonly candidates: readonly ComparedCandidate[];
}

type Reader = Pick<Awaited<ReturnType<typeof openReader>>, 'reader' | 'generation'>;
type Candidates = Awaited<ReturnType<typeof readCandidates>>;

export const allGiven: readonly Given[] = ['name and place', 'domain', 'number'];

/** Each kind of item in turn. */
function itemsOf(directory: Directory, sequence: number, count: number): KnownItem[] {
  return Array.from({ length: count }, (_, nth) =>
    knownItem({ directory, sequence, nth, given: allGiven[nth % allGiven.length] as Given }),
  );
}

const atOnce = 16;

const mostTries = 10;

/** On a busy machine a read may miss its deadline. This measures how good the answers are, not how fast. */
async function readPatiently({ reader, generation }: Reader, given: CompanyFacts, tries = 1): Promise<Candidates> {
  try {
    return await readCandidates(reader.startSearching(generation()), given);
  } catch (error) {
    if (!(error instanceof Failure) || tries === mostTries) throw error;
    await sleep(500 * tries);
    return readPatiently({ reader, generation }, given, tries + 1);
  }
}

/** Finds the candidates of items in OpenSearch, and compares them as `POST /companies/match` does. */
export async function compareItems(
  installation: BenchInstallation,
  directory: Directory,
  { sequence, count }: { sequence: number; count: number },
): Promise<ComparedItem[]> {
  const keys = await readDirectoryIds(installation);
  const opened = await openReader(installation);
  const items = itemsOf(directory, sequence, count);
  const found: ComparedItem[] = [];
  try {
    for (let from = 0; from < items.length; from += atOnce) {
      found.push(
        ...(await Promise.all(
          items.slice(from, from + atOnce).map(async (known) => {
            const given = parseItem(known.item);
            const candidates = await readPatiently(opened, given);
            return {
              ...known,
              candidates: candidates.map(({ facts }) => ({
                key: keys.get(facts.id as string) as string,
                compared: compareFacts(given, facts),
              })),
            };
          }),
        )),
      );
    }
  } finally {
    opened.close();
  }
  return found;
}

/** What the scorer said of an item, and what is true. */
export interface JudgedItem extends ComparedItem {
  readonly status: 'matched' | 'ambiguous' | 'none';
  readonly best: Scored<ComparedCandidate> | undefined;
  readonly deciding: readonly string[];
}

const threshold = 0.9;

export function judgeItem(item: ComparedItem): JudgedItem {
  const scored = scoreCompared(item.candidates);
  const { status, deciding } = judgeScores(scored, threshold);
  return { ...item, status, best: scored[0], deciding: deciding.map(({ candidate }) => candidate.key) };
}
