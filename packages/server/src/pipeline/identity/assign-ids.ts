import { isMatch } from '../../knowledge/rules/identifiers/claims.ts';
import type { RedirectedId } from '../../stores/postgres/identity/affected-records.ts';
import { type Claimant, type Grouping, groupRecords } from './same-company.ts';

/** A record in the neighborhood of a change. */
export interface NeighborRecord extends Claimant {
  source: string;
  key: string;
  /** Order of arrival: smaller is older. */
  seq: number;
  /** The source no longer contains it. */
  removed: boolean;
}

/** An id that was never merged: it is current, or redirects only because of a match. */
export interface CompanyId {
  id: string;
  /** Index of the record that founded it. */
  founder: number;
  /** Smaller is older. If one record founded two ids, the one with the smaller `nth` is older. */
  seq: number;
  nth: number;
  /** The id to which a match redirects it. */
  redirectTo: string | null;
}

export interface Assignment {
  /** For each record: the id of its company, or the record that founds a new one. */
  company: (string | { foundedBy: number })[];
  linkedBy: (string | undefined)[];
  matchedBy: (string | undefined)[];
  /** Whether a removed record is hidden because living records of its company exist. */
  hidden: boolean[];
  /** Ids whose target changes. */
  redirected: RedirectedId[];
  /** Ids that get a new founder because theirs was removed. */
  refounded: { id: string; founder: number }[];
}

/** By source and key, not by arrival: people who refer to a removed record follow the record that took over. */
const isBefore = (a: NeighborRecord, b: NeighborRecord) => bySourceAndKey(a, b) < 0;

/** A match ends when either of its records is removed: a removed record is replaced only through identifiers. */
const withoutLostMatches = ({ claims, removed }: NeighborRecord): Claimant => ({
  claims: removed ? claims.filter((claim) => !isMatch(claim)) : claims,
});

/** Identifies the records that identifiers alone link to this one: its group without the records that matches added. */
const baseOf = ({ group, matchedBy }: Pick<Grouping, 'group' | 'matchedBy'>, index: number) =>
  `${group[index]} ${matchedBy[index] ?? ''}`;

/**
 * Groups the records. Removed records never link others: they stay visible if their company has no living record, and
 * are hidden behind the group that took over otherwise.
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

/**
 * The targets of the ids of one base: newer ids are merged into the oldest one, which redirects while a match holds.
 */
function redirectsOf([oldest, ...merged]: Ids, company: string): RedirectedId[] {
  const redirectTo = oldest.id === company ? null : company;
  return [
    ...(oldest.redirectTo === redirectTo ? [] : [{ id: oldest.id, mergedInto: null, redirectTo }]),
    ...merged.map(({ id }) => ({ id, mergedInto: oldest.id, redirectTo: company })),
  ];
}

/**
 * Assigns a company to each group: the oldest id whose founder is in the group, or a new one that the oldest record
 * founds. Identifiers merge ids permanently. A match only redirects: each base that it links keeps its own id.
 */
export function assign(records: readonly NeighborRecord[], standing: readonly CompanyId[]): Assignment {
  const { group, ...links } = shownGroups(records);
  const { hidden, matchedBy } = links;
  const base = (index: number) => baseOf({ group, matchedBy }, index);
  const idsOf = Map.groupBy(standing.toSorted(older), ({ founder }) => base(founder));
  const byAge = [...records.keys()].sort(
    (a, b) => (records[a] as NeighborRecord).seq - (records[b] as NeighborRecord).seq,
  );
  // A hidden record always has a visible record in the same base.
  const oldestShown = (members: readonly number[]) => members.find((index) => !hidden[index]) as number;
  const result: Assignment = { company: new Array(records.length), ...links, redirected: [], refounded: [] };
  for (const members of Map.groupBy(byAge, (index) => group[index]).values()) {
    const bases = [...Map.groupBy(members, base)].flatMap(([name, own]) => {
      const ids = idsOf.get(name) as Ids | undefined;
      return ids ? [{ ids, own }] : [];
    });
    const [oldest] = bases.map(({ ids }) => ids[0]).sort(older);
    const company = oldest?.id ?? { foundedBy: oldestShown(members) };
    for (const index of members) result.company[index] = company;
    for (const { ids, own } of bases) {
      for (const redirect of redirectsOf(ids, company as string)) result.redirected.push(redirect);
      if (hidden[ids[0].founder]) result.refounded.push({ id: ids[0].id, founder: oldestShown(own) });
    }
  }
  return result;
}

/** The identity of a record. */
interface Named {
  source: string;
  key: string;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Orders by source and key, for results that must not depend on the order of arrival. */
export const bySourceAndKey = (a: Named, b: Named): number => compare(a.source, b.source) || compare(a.key, b.key);
