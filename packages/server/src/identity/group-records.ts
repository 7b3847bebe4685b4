import { nationalSchemes } from '../rules/identifiers/identifier.ts';
import {
  identifierOf,
  isDecision,
  isImplied,
  isMatch,
  isNetworkSlug,
  isRegisterNumber,
  isWeakIdentifier,
  schemeOf,
} from './claims.ts';

/** Which records speak of one company. A pure function of the set of records: the order of arrival never matters. */
export interface Claimant {
  claims: readonly string[];
}

export interface Grouping {
  /** For each claimant, the number of its group. */
  group: number[];
  /** For each claimant, the claim that brought it into its group; undefined where it stands alone. */
  linkedBy: (string | undefined)[];
  /** For each claimant, the match that brought what it belongs to by identifiers into its group. */
  matchedBy: (string | undefined)[];
}

interface Group {
  members: number[];
  /** Register to number. A group never holds two numbers of one register. */
  numbers: Map<string, string>;
  /** Its pages on the professional network. */
  slugs: Set<string>;
}

/** Registers in the order in which they join: an operator's word, national registers, then the global one. */
const registerOrder: readonly string[] = nationalSchemes;
function registerRank(register: string): string {
  if (register.startsWith('join.')) return `0${register}`;
  const known = registerOrder.indexOf(register);
  if (known >= 0) return `1${known}`;
  return register === 'lei' ? '3' : `2${register}`;
}

class Groups {
  readonly of: Group[];
  readonly linkedBy: (string | undefined)[];
  readonly matchedBy: (string | undefined)[];

  constructor(claimants: readonly Claimant[]) {
    this.linkedBy = claimants.map(() => undefined);
    this.matchedBy = claimants.map(() => undefined);
    this.of = claimants.map((claimant, index) => ({
      members: [index],
      numbers: numbersOf(claimant),
      slugs: new Set(claimant.claims.filter(isNetworkSlug)),
    }));
  }

  /** What these groups have become: an earlier merge may have taken some in. */
  standing(groups: Iterable<Group>): Group[] {
    return [...new Set([...groups].map(({ members }) => this.of[members[0] as number] as Group))];
  }

  merge(groups: readonly Group[], claimants: readonly number[], claim: string): void {
    for (const index of claimants) this.linkedBy[index] ??= claim;
    const [into, ...rest] = this.standing(groups).sort((a, b) => b.members.length - a.members.length);
    if (!into) return;
    for (const group of rest) {
      for (const index of group.members) this.of[index] = into;
      into.members.push(...group.members);
      for (const [register, number] of group.numbers) into.numbers.set(register, number);
      for (const slug of group.slugs) into.slugs.add(slug);
    }
  }
}

function numbersOf({ claims }: Claimant): Map<string, string> {
  return new Map(
    claims.filter((claim) => isRegisterNumber(claim) || isDecision(claim)).map((claim) => [schemeOf(claim), claim]),
  );
}

const isNumbered = (group: Group) => [...group.numbers.values()].some(isRegisterNumber);

/** Registers of which these groups hold two different numbers. */
function conflictsOf(groups: Iterable<Group>): string[] {
  const seen = new Map<string, string>();
  const conflicts = new Set<string>();
  for (const { numbers } of groups) {
    for (const [register, number] of numbers) {
      if ((seen.get(register) ?? number) !== number) conflicts.add(register);
      seen.set(register, number);
    }
  }
  return [...conflicts].sort();
}

/** Where numbers conflict, only groups that agree on all of them stand on one side; one without a number is on none. */
function sidesOf(groups: ReadonlySet<Group>): Group[][] {
  const conflicts = conflictsOf(groups);
  if (conflicts.length === 0) return [[...groups]];
  const sides = new Map<string, Group[]>();
  for (const group of groups) {
    const numbers = conflicts.map((register) => group.numbers.get(register));
    if (numbers.includes(undefined)) continue;
    append(sides, numbers.join(' '), group);
  }
  return [...sides.values()];
}

type ByClaim = Map<string, number[]>;

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** The claimants of one claim, side by side; only sides that hold at least two records. */
function linkingSides(groups: Groups, claimants: readonly number[]): { side: Group[]; members: number[] }[] {
  if (claimants.length < 2) return [];
  const found = new Set(claimants.map((index) => groups.of[index] as Group));
  return sidesOf(found)
    .map((side) => {
      const on = new Set(side);
      return { side, members: claimants.filter((index) => on.has(groups.of[index] as Group)) };
    })
    .filter(({ members }) => members.length > 1);
}

/** Equal numbers of one register are one company. A group holds one number a register, so values cannot interfere. */
function joinByNumber(groups: Groups, claimantsOf: ByClaim): void {
  for (const [claim, claimants] of claimantsOf) {
    for (const { side, members } of linkingSides(groups, claimants)) groups.merge(side, members, claim);
  }
}

/** Connected parts of a graph whose edges are sets of nodes. */
function components<T>(edges: readonly (readonly T[])[]): Set<T>[] {
  const of = new Map<T, Set<T>>();
  for (const edge of edges) {
    const union = new Set<T>();
    for (const node of edge) for (const member of of.get(node) ?? [node]) union.add(member);
    for (const member of union) of.set(member, union);
  }
  return [...new Set(of.values())];
}

/** A slug joins what does not conflict. A chain of slugs that would bring a conflict together joins nothing. */
function joinByNetwork(groups: Groups, claimantsOf: ByClaim): void {
  const edges = [...claimantsOf].flatMap(([claim, claimants]) =>
    linkingSides(groups, claimants).map((found) => ({ claim, ...found })),
  );
  const sound = new Set(
    components(edges.map(({ side }) => side))
      .filter((part) => conflictsOf(part).length === 0)
      .flatMap((part) => [...part]),
  );
  for (const { claim, side, members } of edges) {
    if (sound.has(side[0] as Group)) groups.merge(side, members, claim);
  }
}

type ReachEdge = { claim: string; claimants: number[]; free: Group[]; owner: Group | undefined };

/** Each claim with the groups that have no number, and the one numbered company that claims the same. */
function reachEdges(groups: Groups, claimantsOf: ByClaim): ReachEdge[] {
  return [...claimantsOf].map(([claim, claimants]) => {
    const found = [...new Set(claimants.map((index) => groups.of[index] as Group))];
    const numbered = found.filter(isNumbered);
    const owner = numbered.length === 1 ? numbered[0] : undefined;
    return { claim, claimants, free: found.filter((group) => !isNumbered(group)), owner };
  });
}

/** Groups without a number that edges connect. */
interface FreePart {
  part: Set<Group>;
  edges: readonly ReachEdge[];
}

function freeParts(edges: readonly ReachEdge[]): FreePart[] {
  const parts = components(edges.map(({ free }) => free));
  const partOf = new Map(parts.flatMap((part) => [...part].map((group) => [group, part])));
  const edgesOf = Map.groupBy(
    edges.filter(({ free }) => free.length > 0),
    ({ free }) => partOf.get(free[0] as Group) as Set<Group>,
  );
  return parts.map((part) => ({ part, edges: edgesOf.get(part) ?? [] }));
}

/** Whether two of them have pages on the professional network, and none in common. */
function haveTwoSlugs(groups: readonly Group[]): boolean {
  const known = groups.flatMap(({ slugs }) => (slugs.size > 0 ? [slugs] : []));
  // Thousands may share one page, and few have several.
  const different = [...new Map(known.map((slugs) => [[...slugs].sort().join(' '), slugs])).values()];
  return different.some((slugs, at) => different.some((other, place) => place > at && slugs.isDisjointFrom(other)));
}

const haveConflict = (groups: readonly Group[]): boolean => conflictsOf(groups).length > 0;
type CannotBeOne = (groups: readonly Group[]) => boolean;

/** A part as it would stand: with its owner, if it has exactly one. */
interface Joining extends FreePart {
  owner: Group | undefined;
  all: Group[];
}

function withOwner({ part, edges }: FreePart): Joining {
  const owners = new Set(edges.map(({ owner }) => owner).filter((owner) => owner !== undefined));
  const [owner] = owners.size === 1 ? owners : [];
  return { part, edges, owner, all: owner ? [...part, owner] : [...part] };
}

/** Parts that can be one with their owner and with all others that would join it: who is asked first must not matter. */
function soundParts(parts: readonly FreePart[], cannotBeOne: CannotBeOne): Joining[] {
  const sound = parts.map(withOwner).filter(({ all }) => all.length > 1 && !cannotBeOne(all));
  const siblings = Map.groupBy(sound, ({ owner, part }) => owner ?? part);
  return [...siblings.values()].flatMap((list) => {
    if (!cannotBeOne(list.flatMap(({ part }) => [...part]))) return list;
    return list.filter((one) => !list.some((other) => other !== one && cannotBeOne([...one.part, ...other.part])));
  });
}

function joinPart(groups: Groups, { all, edges }: Joining): void {
  const standing = groups.standing(all);
  const memberOf = new Set(standing.flatMap((group) => group.members));
  for (const { claim, claimants } of edges) {
    const members = claimants.filter((index) => memberOf.has(index));
    if (members.length > 1) for (const index of members) groups.linkedBy[index] ??= claim;
  }
  groups.merge(standing, [], '');
}

/** Domains and D-U-N-S numbers join what has no number, and that to the one numbered company that claims the same. */
function joinByReach(groups: Groups, claimantsOf: ByClaim): void {
  const cannotBeOne = (all: readonly Group[]) => haveConflict(all) || haveTwoSlugs(all);
  for (const part of soundParts(freeParts(reachEdges(groups, claimantsOf)), cannotBeOne)) joinPart(groups, part);
}

/** A match joins what has no number to a numbered company; where it has come to lead to two, it says nothing. */
function joinByMatch(groups: Groups, claimantsOf: ByClaim): void {
  const edges = reachEdges(groups, claimantsOf).filter(({ owner }) => owner !== undefined);
  const found = soundParts(freeParts(edges), haveConflict).filter(({ owner }) => owner !== undefined);
  for (const free of found) {
    const members = [...free.part].flatMap((group) => group.members);
    joinPart(groups, free);
    for (const index of members) groups.matchedBy[index] = free.edges[0]?.claim;
  }
}

function claimsBy(claimants: readonly Claimant[], wanted: (claim: string) => string | undefined): ByClaim {
  const found: ByClaim = new Map();
  claimants.forEach(({ claims }, index) => {
    for (const claim of claims.map(wanted)) {
      if (claim !== undefined) append(found, claim, index);
    }
  });
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Groups records into companies: by numbers, numbers inside numbers, slugs, domains, and last by name and place. */
export function groupRecords(claimants: readonly Claimant[]): Grouping {
  const groups = new Groups(claimants);
  const registers = new Set(groups.of.flatMap(({ numbers }) => [...numbers.keys()]));
  for (const register of [...registers].sort((a, b) => (registerRank(a) < registerRank(b) ? -1 : 1))) {
    if (register.startsWith('split.')) continue;
    joinByNumber(
      groups,
      claimsBy(claimants, (claim) => (schemeOf(claim) === register ? claim : undefined)),
    );
  }
  joinByNumber(groups, derivedClaims(claimants));
  joinByNetwork(
    groups,
    claimsBy(claimants, (claim) => (isNetworkSlug(claim) ? claim : undefined)),
  );
  joinByReach(
    groups,
    claimsBy(claimants, (claim) => (isWeakIdentifier(claim) && schemeOf(claim) !== 'network' ? claim : undefined)),
  );
  joinByMatch(
    groups,
    claimsBy(claimants, (claim) => (isMatch(claim) ? claim : undefined)),
  );
  const numberOf = new Map([...new Set(groups.of)].map((group, number) => [group, number]));
  const { linkedBy, matchedBy } = groups;
  return { group: groups.of.map((group) => numberOf.get(group) as number), linkedBy, matchedBy };
}

/** Numbers that at least one record only implies; among them, those that state the number as well. */
function derivedClaims(claimants: readonly Claimant[]): ByClaim {
  const implied = new Set(claimants.flatMap(({ claims }) => claims.filter(isImplied).map(identifierOf)));
  return claimsBy(claimants, (claim) => {
    const stated = identifierOf(claim);
    return implied.has(stated) ? stated : undefined;
  });
}
