import {
  identifierOf,
  isDecision,
  isImplied,
  isJoin,
  isMatch,
  isNetworkSlug,
  isRegisterNumber,
  isSplit,
  isWeakIdentifier,
  schemeOf,
} from '../../knowledge/rules/identifiers/claims.ts';
import { nationalSchemes } from '../../knowledge/rules/identifiers/identifier.ts';

/** A record to be grouped. Grouping is a pure function of the set of records: the order of arrival does not matter. */
export interface Claimant {
  claims: readonly string[];
}

export interface Grouping {
  /** For each claimant, the number of its group. */
  group: number[];
  /** For each claimant, the claim that linked it to its group; undefined if no claim did. */
  linkedBy: (string | undefined)[];
  /** For each claimant, the match that linked its base (the records it shares identifiers with) to the group. */
  matchedBy: (string | undefined)[];
}

interface Group {
  members: number[];
  /** Register to number. A group never has two numbers of one register. */
  numbers: Map<string, string>;
  /** Its pages on LinkedIn. */
  slugs: Set<string>;
}

/** The order in which registers join records: manual joins, national registers, other registers, then LEI. */
const registerOrder: readonly string[] = nationalSchemes;
function registerRank(register: string): string {
  if (isJoin(register)) return `0${register}`;
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

  /** The current groups: an earlier merge may have replaced some of these. */
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

/** The registers in which these groups have different numbers. */
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

/**
 * Splits groups with conflicting numbers into sides that agree on all of them. A group that lacks one of these numbers
 * is on no side.
 */
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

/** The claimants of one claim, by side; only sides with at least two records. */
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

/**
 * Equal numbers of one register mean one company. A group has one number per register, so the order of the numbers does
 * not matter.
 */
function joinByNumber(groups: Groups, claimantsOf: ByClaim): void {
  for (const [claim, claimants] of claimantsOf) {
    for (const { side, members } of linkingSides(groups, claimants)) groups.merge(side, members, claim);
  }
}

/** Connected components of a graph whose edges are sets of nodes. */
function components<T>(edges: readonly (readonly T[])[]): Set<T>[] {
  const of = new Map<T, Set<T>>();
  for (const edge of edges) {
    const union = new Set<T>();
    for (const node of edge) for (const member of of.get(node) ?? [node]) union.add(member);
    for (const member of union) of.set(member, union);
  }
  return [...new Set(of.values())];
}

/** A slug joins groups without conflict. A chain of slugs that would join a conflict joins nothing. */
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

type ClaimEdge = { claim: string; claimants: number[]; free: Group[]; owner: Group | undefined };

/** Each claim with the unregistered groups and the only registered company that claim it. */
function claimEdges(groups: Groups, claimantsOf: ByClaim): ClaimEdge[] {
  return [...claimantsOf].map(([claim, claimants]) => {
    const found = [...new Set(claimants.map((index) => groups.of[index] as Group))];
    const numbered = found.filter(isNumbered);
    const owner = numbered.length === 1 ? numbered[0] : undefined;
    return { claim, claimants, free: found.filter((group) => !isNumbered(group)), owner };
  });
}

/** Unregistered groups that edges connect. */
interface UnregisteredPart {
  part: Set<Group>;
  edges: readonly ClaimEdge[];
}

function unregisteredParts(edges: readonly ClaimEdge[]): UnregisteredPart[] {
  const parts = components(edges.map(({ free }) => free));
  const partOf = new Map(parts.flatMap((part) => [...part].map((group) => [group, part])));
  const edgesOf = Map.groupBy(
    edges.filter(({ free }) => free.length > 0),
    ({ free }) => partOf.get(free[0] as Group) as Set<Group>,
  );
  return parts.map((part) => ({ part, edges: edgesOf.get(part) ?? [] }));
}

/** Whether two of them have network slugs, and none in common. */
function haveDisjointSlugs(groups: readonly Group[]): boolean {
  const known = groups.flatMap(({ slugs }) => (slugs.size > 0 ? [slugs] : []));
  // Thousands of groups may share one slug, so equal sets are compared only once.
  const different = [...new Map(known.map((slugs) => [[...slugs].sort().join(' '), slugs])).values()];
  return different.some((slugs, at) => different.some((other, place) => place > at && slugs.isDisjointFrom(other)));
}

const haveConflict = (groups: readonly Group[]): boolean => conflictsOf(groups).length > 0;
type CannotBeOne = (groups: readonly Group[]) => boolean;

/** A connected part with its owner, if it has exactly one. */
interface Joining extends UnregisteredPart {
  owner: Group | undefined;
  all: Group[];
}

function withOwner({ part, edges }: UnregisteredPart): Joining {
  const owners = new Set(edges.map(({ owner }) => owner).filter((owner) => owner !== undefined));
  const [owner] = owners.size === 1 ? owners : [];
  return { part, edges, owner, all: owner ? [...part, owner] : [...part] };
}

/**
 * The parts that do not contradict their owner or any other part that would join it. The order of the parts does not
 * matter.
 */
function joinableParts(parts: readonly UnregisteredPart[], cannotBeOne: CannotBeOne): Joining[] {
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

/**
 * Domains and D-U-N-S numbers join unregistered groups, and those to the only registered company that claims the same.
 */
function joinByWeakIdentifiers(groups: Groups, claimantsOf: ByClaim): void {
  const cannotBeOne = (all: readonly Group[]) => haveConflict(all) || haveDisjointSlugs(all);
  for (const part of joinableParts(unregisteredParts(claimEdges(groups, claimantsOf)), cannotBeOne))
    joinPart(groups, part);
}

/** A match joins unregistered groups to a registered company. If matches lead to two companies, they have no effect. */
function joinByMatch(groups: Groups, claimantsOf: ByClaim): void {
  const edges = claimEdges(groups, claimantsOf).filter(({ owner }) => owner !== undefined);
  const found = joinableParts(unregisteredParts(edges), haveConflict).filter(({ owner }) => owner !== undefined);
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

/** Groups records into companies: by register numbers, implied numbers, slugs, domains, and finally by matches. */
export function groupRecords(claimants: readonly Claimant[]): Grouping {
  const groups = new Groups(claimants);
  const registers = new Set(groups.of.flatMap(({ numbers }) => [...numbers.keys()]));
  for (const register of [...registers].sort((a, b) => (registerRank(a) < registerRank(b) ? -1 : 1))) {
    if (isSplit(register)) continue;
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
  joinByWeakIdentifiers(
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

/** The numbers that at least one record implies, with all records that imply or state them. */
function derivedClaims(claimants: readonly Claimant[]): ByClaim {
  const implied = new Set(claimants.flatMap(({ claims }) => claims.filter(isImplied).map(identifierOf)));
  return claimsBy(claimants, (claim) => {
    const stated = identifierOf(claim);
    return implied.has(stated) ? stated : undefined;
  });
}
