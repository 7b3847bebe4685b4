import type { RedirectedId } from '../ledger/identity/neighborhood.ts';
import { isMatch } from './claims.ts';
import { type Claimant, type Grouping, groupRecords } from './group-records.ts';
import { bySourceAndKey } from './record-order.ts';

/** A record in the neighbourhood of a change. */
export interface NeighborRecord extends Claimant {
  source: string;
  key: string;
  /** Arrival: smaller is older. */
  seq: number;
  /** The source no longer has it. */
  removed: boolean;
}

/** An id that was never merged: it stands so far, or would but for a match. */
export interface CompanyId {
  id: string;
  /** Index of the record that founded it. */
  founder: number;
  /** Smaller is older; of two that one record founded, the one with the smaller `nth` is. */
  seq: number;
  nth: number;
  /** Where a match turned it to. */
  redirectTo: string | null;
}

export interface Assignment {
  /** For each record: its company; an index stands for a new company founded by that record. */
  company: (string | { foundedBy: number })[];
  linkedBy: (string | undefined)[];
  matchedBy: (string | undefined)[];
  /** A removed record that is not the last word about its company. */
  hidden: boolean[];
  /** Ids that lead elsewhere than before. */
  turned: RedirectedId[];
  /** Ids that live on under another founder, since theirs was removed. */
  refounded: { id: string; founder: number }[];
}

/** By source and key, not by arrival: people who name a removed record follow its heir. */
const isBefore = (a: NeighborRecord, b: NeighborRecord) => bySourceAndKey(a, b) < 0;

/** A match falls with either of its records: a removed one has no heir but by identifiers. */
const withoutLostMatches = ({ claims, removed }: NeighborRecord): Claimant => ({
  claims: removed ? claims.filter((claim) => !isMatch(claim)) : claims,
});

/** The records that identifiers alone bring together with this one: its group less what matches brought to it. */
const baseOf = ({ group, matchedBy }: Pick<Grouping, 'group' | 'matchedBy'>, index: number) =>
  `${group[index]} ${matchedBy[index] ?? ''}`;

/**
 * Which groups the records form. Removed records never link others: they stay as the last word about a company that
 * has no living record, and otherwise hide behind the group that took over.
 */
function shownGroups(records: readonly NeighborRecord[]) {
  const all = groupRecords(records.map(withoutLostMatches));
  if (!records.some((record) => record.removed)) return { ...all, hidden: records.map(() => false) };
  const living = records.flatMap((record, index) => (record.removed ? [] : [index]));
  const alive = groupRecords(living.map((index) => records[index] as NeighborRecord));
  const offset = records.length;
  const group = all.group.map((number) => number + offset);
  const { linkedBy } = all;
  const matchedBy: Assignment['matchedBy'] = records.map(() => undefined);
  const hidden = records.map(() => false);
  const takenOverBy = new Map<string, number>();
  living.forEach((index, at) => {
    const shadow = baseOf(all, index);
    group[index] = alive.group[at] as number;
    linkedBy[index] = alive.linkedBy[at];
    matchedBy[index] = alive.matchedBy[at];
    const before = takenOverBy.get(shadow);
    if (before === undefined || isBefore(records[index] as NeighborRecord, records[before] as NeighborRecord))
      takenOverBy.set(shadow, index);
  });
  records.forEach((record, index) => {
    const heir = takenOverBy.get(baseOf(all, index));
    if (!record.removed || heir === undefined) return;
    group[index] = group[heir] as number;
    matchedBy[index] = matchedBy[heir];
    hidden[index] = true;
  });
  return { group, linkedBy, matchedBy, hidden };
}

const older = (a: CompanyId, b: CompanyId) => a.seq - b.seq || a.nth - b.nth || (a.id < b.id ? -1 : 1);

type Ids = readonly [CompanyId, ...CompanyId[]];

/** Where the ids of one base lead: the younger are merged into the oldest, and that redirects while a match holds. */
function turnsOf([oldest, ...merged]: Ids, company: string): RedirectedId[] {
  const redirectTo = oldest.id === company ? null : company;
  return [
    ...(oldest.redirectTo === redirectTo ? [] : [{ id: oldest.id, mergedInto: null, redirectTo }]),
    ...merged.map(({ id }) => ({ id, mergedInto: oldest.id, redirectTo: company })),
  ];
}

/**
 * Gives each group its company: the oldest whose founder is in it; a group without one is founded by its oldest record.
 * Identifiers merge ids for ever. A match only lends: each base that it brought keeps its own.
 */
export function assign(records: readonly NeighborRecord[], standing: readonly CompanyId[]): Assignment {
  const { group, ...links } = shownGroups(records);
  const { hidden, matchedBy } = links;
  const base = (index: number) => baseOf({ group, matchedBy }, index);
  const idsOf = Map.groupBy(standing.toSorted(older), ({ founder }) => base(founder));
  const byAge = [...records.keys()].sort(
    (a, b) => (records[a] as NeighborRecord).seq - (records[b] as NeighborRecord).seq,
  );
  // Whoever is hidden is so behind somebody of the same base.
  const oldestShown = (members: readonly number[]) => members.find((index) => !hidden[index]) as number;
  const result: Assignment = { company: new Array(records.length), ...links, turned: [], refounded: [] };
  for (const members of Map.groupBy(byAge, (index) => group[index]).values()) {
    const bases = [...Map.groupBy(members, base)].flatMap(([name, own]) => {
      const ids = idsOf.get(name) as Ids | undefined;
      return ids ? [{ ids, own }] : [];
    });
    const [eldest] = bases.map(({ ids }) => ids[0]).sort(older);
    const company = eldest?.id ?? { foundedBy: oldestShown(members) };
    for (const index of members) result.company[index] = company;
    for (const { ids, own } of bases) {
      for (const turned of turnsOf(ids, company as string)) result.turned.push(turned);
      if (hidden[ids[0].founder]) result.refounded.push({ id: ids[0].id, founder: oldestShown(own) });
    }
  }
  return result;
}
