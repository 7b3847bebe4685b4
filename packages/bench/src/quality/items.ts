import { setTimeout as sleep } from 'node:timers/promises';
import { parseItem } from '../../../server/src/api/companies/match/item-facts.ts';
import { readCandidates } from '../../../server/src/api/companies/match/match.ts';
import { Failure } from '../../../server/src/core/errors/failure.ts';
import {
  type CompanyFacts,
  type Compared,
  compareFacts,
} from '../../../server/src/pipeline/identity/scoring/features.ts';
import { decideByScores, type Scored, scoreCompared } from '../../../server/src/pipeline/identity/scoring/score.ts';
import { type Given, type KnownItem, knownItem } from '../../../testing/src/synthetic/items.ts';
import { sumOf } from '../report/statistics.ts';
import type { OpenedDirectory } from './directory.ts';

/** A candidate of an item, compared with it. */
export interface ComparedCandidate {
  readonly key: string;
  readonly compared: readonly Compared[];
}

/** An item with the companies that it was compared with. */
export interface ComparedItem extends KnownItem {
  readonly candidates: readonly ComparedCandidate[];
}

const allGiven: readonly Given[] = ['name and location', 'domain', 'number'];
const atOnce = 16;
const mostTries = 10;

/** On a busy machine a read may miss its deadline. This measures how good the answers are, not how fast. */
async function findCandidates(
  opened: OpenedDirectory,
  given: CompanyFacts,
  tries = 1,
): Promise<Awaited<ReturnType<typeof readCandidates>>> {
  try {
    return await readCandidates(opened.reader.startSearching(opened.generation()), given);
  } catch (error) {
    if (!(error instanceof Failure) || tries === mostTries) throw error;
    await sleep(500 * tries);
    return findCandidates(opened, given, tries + 1);
  }
}

/** Finds the candidates of items, each kind in turn, and compares them as `POST /companies/match` does. */
export async function compareItems(opened: OpenedDirectory, count: number): Promise<ComparedItem[]> {
  const { directory, keys } = opened;
  const items: ComparedItem[] = [];
  async function compare(nth: number): Promise<ComparedItem> {
    const given = allGiven[nth % allGiven.length] as Given;
    const known = knownItem({ directory, sequence: 1, nth, given });
    const facts = parseItem(known.item);
    const candidates = await findCandidates(opened, facts);
    return {
      ...known,
      candidates: candidates.map((candidate) => ({
        key: keys.get(candidate.facts.id as string) as string,
        compared: compareFacts(facts, candidate.facts),
      })),
    };
  }
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => compare(from + at));
    items.push(...(await Promise.all(some)));
  }
  return items;
}

/** What the scorer said of an item, and what is true. */
export interface DecidedItem extends ComparedItem {
  readonly status: 'matched' | 'ambiguous' | 'none';
  readonly best: Scored<ComparedCandidate> | undefined;
  readonly deciding: readonly string[];
}

const threshold = 0.9;

export function decideItem(item: ComparedItem): DecidedItem {
  const scored = scoreCompared(item.candidates);
  const { status, deciding } = decideByScores(scored, threshold);
  return { ...item, status, best: scored[0], deciding: deciding.map(({ candidate }) => candidate.key) };
}

/** How good matches are, for items that say the same. */
export interface MatchQuality {
  readonly given: string;
  readonly items: number;
  readonly matched: number;
  readonly precision: number;
  /** Of the items whose company is in the directory and differs from its namesakes. */
  readonly recall: number;
  /** Of the items that fit two namesakes: ambiguous, with both listed. */
  readonly ambiguous: number;
  readonly pairs: number;
}

const isRight = ({ truth, best }: DecidedItem) => best !== undefined && truth[0] === best.candidate.key;
const share = (part: number, all: number): number => (all === 0 ? 1 : part / all);

/** Whether an item says what its kind should: the company of an item "with a domain" may have none. */
const isUnambiguous = ({ given, item }: DecidedItem): boolean =>
  given !== 'domain' || item.website !== undefined || item.email !== undefined;

function qualityOf(given: string, items: readonly DecidedItem[]): MatchQuality {
  const matched = items.filter(({ status }) => status === 'matched');
  const tellable = items.filter(({ truth }) => truth.length === 1);
  const pairs = items.filter(({ truth }) => truth.length > 1);
  const bothListed = pairs.filter(
    ({ status, truth, deciding }) => status === 'ambiguous' && truth.every((key) => deciding.includes(key)),
  );
  const found = tellable.filter((item) => item.status === 'matched' && isRight(item));
  return {
    ...{ given, items: items.length, matched: matched.length, pairs: pairs.length },
    precision: share(matched.filter(isRight).length, matched.length),
    recall: share(found.length, tellable.length),
    ambiguous: share(bothListed.length, pairs.length),
  };
}

export const qualitiesOf = (items: readonly DecidedItem[]): MatchQuality[] => [
  ...allGiven.map((given) =>
    qualityOf(
      given,
      items.filter((item) => item.given === given && isUnambiguous(item)),
    ),
  ),
  qualityOf('all', items),
];

/** What became of the items with one trap. */
export interface TrapOutcome {
  readonly trap: string;
  readonly items: number;
  readonly right: number;
  readonly wrong: number;
  readonly ambiguous: number;
  readonly none: number;
}

const trapsOf = ({ traps }: DecidedItem): readonly string[] => (traps.length > 0 ? traps : ['none']);

function outcomeOf(trap: string, items: readonly DecidedItem[]): TrapOutcome {
  const ofStatus = (wanted: DecidedItem['status']) => items.filter(({ status }) => status === wanted);
  const matched = ofStatus('matched');
  const right = matched.filter(isRight).length;
  return {
    ...{ trap, items: items.length, right, wrong: matched.length - right },
    ...{ ambiguous: ofStatus('ambiguous').length, none: ofStatus('none').length },
  };
}

export function outcomesByTrap(items: readonly DecidedItem[]): TrapOutcome[] {
  const traps = [...new Set(items.flatMap(trapsOf))];
  const withTrap = (trap: string) => items.filter((item) => trapsOf(item).includes(trap));
  return traps.map((trap) => outcomeOf(trap, withTrap(trap))).sort((a, b) => b.items - a.items);
}

/** The best candidates whose scores are in one tenth, and how many of them are right. */
export interface CalibrationBin {
  readonly from: number;
  readonly answers: number;
  readonly score: number;
  readonly right: number;
}

const bins = 10;

export function calibrationOf(items: readonly DecidedItem[]): { bins: CalibrationBin[]; error: number } {
  const scored = items.flatMap((item) => (item.best ? [{ score: item.best.score, right: isRight(item) }] : []));
  const table = Array.from({ length: bins }, (_, at) => {
    const inside = scored.filter(({ score }) => Math.min(bins - 1, Math.floor(score * bins)) === at);
    const mean = share(sumOf(inside.map(({ score }) => score)), inside.length);
    const right = share(inside.filter((one) => one.right).length, inside.length);
    return { from: at / bins, answers: inside.length, score: mean, right };
  }).filter(({ answers }) => answers > 0);
  const errors = table.map(({ answers, score, right }) => (answers / scored.length) * Math.abs(score - right));
  return { bins: table, error: sumOf(errors) };
}
