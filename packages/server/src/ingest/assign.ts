import { isMatch } from '../rules/claim.ts';
import { type Claimant, groupRecords } from './identity.ts';

/** A record in the neighbourhood of a change. */
export interface Neighbour extends Claimant {
  source: string;
  key: string;
  /** Arrival: smaller is older. */
  seq: number;
  /** The source no longer has it. */
  removed: boolean;
  /** The company it belongs to so far. */
  company: string | undefined;
}

/** An id that stands in the neighbourhood so far, or would but for a match. */
export interface Standing {
  id: string;
  /** Index of the record that founded it. */
  founder: number;
  seq: number;
  /** Where a match turned it to: it stands again as soon as that is taken back. */
  turnedTo?: string;
  /** Ids that were merged into it for good: they go where it goes. */
  merged?: readonly string[];
}

export interface Assignment {
  /** For each record: its company; an index stands for a new company founded by that record. */
  company: (string | { foundedBy: number })[];
  linkedBy: (string | undefined)[];
  matchedBy: (string | undefined)[];
  /** A removed record that is not the last word about its company. */
  hidden: boolean[];
  redirects: { from: string; to: string | { foundedBy: number } }[];
  /** Ids that redirected while a match held, and stand again. */
  revived: string[];
  /** Companies that live on under another founder, since theirs was removed. */
  refounded: { id: string; founder: number }[];
}

/** By source and key, not by arrival: people who name a removed record follow its heir. */
const isBefore = (a: Neighbour, b: Neighbour) => (a.source === b.source ? a.key < b.key : a.source < b.source);

/** A match falls with either of its records: a removed one has no heir but by identifiers. */
const withoutLostMatches = ({ claims, removed }: Neighbour): Claimant => ({
  claims: removed ? claims.filter((claim) => !isMatch(claim)) : claims,
});

/**
 * Which groups the records form. Removed records never link others: they stay as the last word about a company that
 * has no living record, and otherwise hide behind the group that took over.
 */
function shownGroups(records: readonly Neighbour[]) {
  const all = groupRecords(records.map(withoutLostMatches));
  if (!records.some((record) => record.removed)) return { ...all, hidden: records.map(() => false) };
  const living = records.flatMap((record, index) => (record.removed ? [] : [index]));
  const alive = groupRecords(living.map((index) => records[index] as Neighbour));
  const offset = records.length;
  const group = all.group.map((number) => number + offset);
  const { linkedBy } = all;
  const matchedBy: Assignment['matchedBy'] = records.map(() => undefined);
  const hidden = records.map(() => false);
  const takenOverBy = new Map<number, number>();
  living.forEach((index, at) => {
    const shadow = all.group[index] as number;
    group[index] = alive.group[at] as number;
    linkedBy[index] = alive.linkedBy[at];
    matchedBy[index] = alive.matchedBy[at];
    const before = takenOverBy.get(shadow);
    if (before === undefined || isBefore(records[index] as Neighbour, records[before] as Neighbour))
      takenOverBy.set(shadow, index);
  });
  records.forEach((record, index) => {
    const heir = takenOverBy.get(all.group[index] as number);
    if (!record.removed || heir === undefined) return;
    group[index] = group[heir] as number;
    matchedBy[index] = matchedBy[heir];
    hidden[index] = true;
  });
  return { group, linkedBy, matchedBy, hidden };
}

const older = <T extends { seq: number }>(a: T, b: T) => a.seq - b.seq;

type Turning = Pick<Assignment, 'redirects' | 'revived'>;

/** Which ids of one group turn to its company, and whether that is one which a match had turned away. */
function turn(company: string | { foundedBy: number }, standing: readonly Standing[], into: Turning): void {
  for (const { id, turnedTo, merged = [] } of standing) {
    if (id === company && turnedTo !== undefined) into.revived.push(id);
    if (turnedTo === company) continue;
    const turning = id === company ? merged : [id, ...merged];
    into.redirects.push(...turning.map((from) => ({ from, to: company })));
  }
}

/** Gives each group its company: the oldest whose founder is in it; a group without one is founded by its oldest record. */
export function assign(records: readonly Neighbour[], standing: readonly Standing[]): Assignment {
  const { group, ...links } = shownGroups(records);
  const { hidden } = links;
  const standingOf = Map.groupBy([...standing].sort(older), ({ founder }) => group[founder] as number);
  const membersOf = Map.groupBy(
    records.map(({ seq }, index) => ({ seq, index })).sort(older),
    ({ index }) => group[index] as number,
  );
  const result: Assignment = {
    ...{ company: new Array(records.length), ...links },
    ...{ redirects: [], revived: [], refounded: [] },
  };
  for (const [number, members] of membersOf) {
    const shown = members.filter(({ index }) => !hidden[index]);
    const oldest = (shown[0] ?? members[0]) as { index: number };
    const own = standingOf.get(number) ?? [];
    const [survivor] = own;
    const company = survivor?.id ?? { foundedBy: oldest.index };
    for (const { index } of members) result.company[index] = company;
    turn(company, own, result);
    if (survivor && hidden[survivor.founder]) result.refounded.push({ id: survivor.id, founder: oldest.index });
  }
  return result;
}
