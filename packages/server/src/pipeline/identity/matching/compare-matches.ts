import type { StandingMatch, WantedMatch } from '../../../stores/postgres/matches/match-plan.ts';

/** What to do with the matches of some unregistered groups. */
export interface MatchChanges {
  /** Links to withdraw. */
  withdrawn: number[];
  /** Matches to delete, after their links are withdrawn. */
  deleted: number[];
  updated: (WantedMatch & { id: number })[];
  added: WantedMatch[];
  /** Existing matches to link. */
  linked: number[];
}

const pairOf = ({ free, company }: { free: number | null; company: number | null }) => `${free} ${company}`;

/** An existing pair keeps its match, even if other records represent it now; a link comes before a proposal. */
const byPreference = (one: StandingMatch, other: StandingMatch) =>
  Number(other.state === 'linked') - Number(one.state === 'linked') || one.id - other.id;

/** Compares the pairs that were found with the existing matches of the same groups. */
export function compareMatches(wanted: readonly WantedMatch[], standing: readonly StandingMatch[]): MatchChanges {
  const first = new Map<string, StandingMatch>();
  for (const match of standing.toSorted(byPreference)) {
    if (!first.has(pairOf(match))) first.set(pairOf(match), match);
  }
  const pairs = wanted.map((pair) => ({ pair, match: first.get(pairOf(pair)) }));
  const updated = pairs.flatMap(({ pair, match }) => (match ? [{ ...pair, id: match.id }] : []));
  const kept = new Set(updated.map(({ id }) => id));
  const links = new Set(updated.filter(({ linked }) => linked).map(({ id }) => id));
  const isLinked = new Set(standing.filter(({ state }) => state === 'linked').map(({ id }) => id));
  return {
    withdrawn: [...isLinked].filter((id) => !links.has(id)),
    deleted: standing.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    updated,
    added: pairs.filter(({ match }) => !match).map(({ pair }) => pair),
    linked: [...links].filter((id) => !isLinked.has(id)),
  };
}
