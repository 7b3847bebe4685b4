import { parseItem } from '../../../server/src/companies/match/item-facts.ts';
import { readCandidates } from '../../../server/src/companies/match/match.ts';
import { type Compared, compareFacts } from '../../../server/src/identity/scoring/features.ts';
import { type Scored, scoreCompared } from '../../../server/src/identity/scoring/score.ts';
import { judgeScores } from '../../../server/src/identity/scoring/verdict.ts';
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

export const allGiven: readonly Given[] = ['name and place', 'domain', 'number'];

/** Each kind of item in turn. */
function itemsOf(directory: Directory, sequence: number, count: number): KnownItem[] {
  return Array.from({ length: count }, (_, nth) =>
    knownItem({ directory, sequence, nth, given: allGiven[nth % allGiven.length] as Given }),
  );
}

const atOnce = 50;

/** Finds the candidates of items in the engine, and compares them as `POST /companies/match` does. */
export async function compareItems(
  installation: BenchInstallation,
  directory: Directory,
  { sequence, count }: { sequence: number; count: number },
): Promise<ComparedItem[]> {
  const keys = await readDirectoryIds(installation);
  const { reader, generation, close } = await openReader(installation);
  const items = itemsOf(directory, sequence, count);
  const found: ComparedItem[] = [];
  try {
    for (let from = 0; from < items.length; from += atOnce) {
      const reading = reader.startSearching(generation());
      found.push(
        ...(await Promise.all(
          items.slice(from, from + atOnce).map(async (known) => {
            const given = parseItem(known.item);
            const candidates = await readCandidates(reading, given);
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
    close();
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
