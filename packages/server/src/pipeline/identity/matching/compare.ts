import type { GroupName, IndexedGroup } from '../../../stores/postgres/matches/match-groups.ts';
import type { StandingMatch, WantedMatch } from '../../../stores/postgres/matches/match-plan.ts';
import type { WordKind } from '../../../stores/postgres/matches/match-words.ts';

type NewGroup = Omit<IndexedGroup, 'grp'>;

/** How the groups of some companies differ from those that are stored. */
export interface GroupChanges {
  /** Stored groups that are still the same, with the company that they belong to now. */
  same: IndexedGroup[];
  /** Stored groups with other names or facts. */
  changed: IndexedGroup[];
  added: NewGroup[];
  /** Stored groups that no longer exist. */
  gone: IndexedGroup[];
  /** The names and spellings that a group has gained or lost, or for which its facts changed. */
  words: Record<WordKind, Set<string>>;
}

/** A record represents one group at most. A group that gains or loses its register number becomes another group. */
const identityOf = ({ group }: NewGroup) => `${group.numbered} ${group.source_id} ${group.key}`;

const rowOf = (name: GroupName): string =>
  JSON.stringify([
    name.name,
    name.kind,
    name.weight,
    name.numbered,
    name.may_link,
    name.complete,
    name.forms.toSorted((a, b) => a - b),
    name.regions,
    name.seats,
    name.skeleton,
  ]);

const factsOf = ({ group: { named, sources, reach, years } }: NewGroup) =>
  JSON.stringify([named, sources, reach, years]);

/** The names that only one of the two has, or for which they differ. */
function namesApart(one: readonly GroupName[], other: readonly GroupName[]): GroupName[] {
  const without = (names: readonly GroupName[], others: readonly GroupName[]) => {
    const rows = new Set(others.map(rowOf));
    return names.filter((name) => !rows.has(rowOf(name)));
  };
  return [...without(one, other), ...without(other, one)];
}

/** Compares the stored groups of some companies with what their records say now. */
export function compareGroups(stored: readonly IndexedGroup[], groups: readonly NewGroup[]): GroupChanges {
  const left = new Map(stored.map((group) => [identityOf(group), group]));
  const changes: GroupChanges = {
    same: [],
    changed: [],
    added: [],
    gone: [],
    words: { name: new Set(), skeleton: new Set() },
  };
  const addWords = (names: readonly GroupName[]) => {
    for (const { name, skeleton, seats } of names) {
      changes.words.name.add(name);
      if (skeleton !== null && seats.length > 0) changes.words.skeleton.add(skeleton);
    }
  };
  for (const group of groups) {
    const known = left.get(identityOf(group));
    left.delete(identityOf(group));
    const apart = namesApart(known?.names ?? [], group.names);
    addWords(apart);
    if (!known) changes.added.push(group);
    else if (apart.length === 0 && factsOf(known) === factsOf(group)) changes.same.push({ grp: known.grp, ...group });
    else changes.changed.push({ grp: known.grp, ...group });
  }
  const kept = new Set([...changes.same, ...changes.changed].map(({ grp }) => grp));
  changes.gone = stored.filter(({ grp }) => !kept.has(grp));
  addWords(changes.gone.flatMap(({ names }) => names));
  return changes;
}

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
