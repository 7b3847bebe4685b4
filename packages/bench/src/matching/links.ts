import { isWeakIdentifier } from '../../../server/src/identity/claims.ts';
import { blame, type Kind, Mistakes } from './mistakes.ts';
import type { JudgedRecord } from './records.ts';

/** How well pairs of records were found. */
export interface Quality {
  right: number;
  wrong: number;
  missed: number;
  precision: number;
  recall: number;
  wrongKinds: Kind[];
  missedKinds: Kind[];
}

function qualityOf(right: number, found: number, { wrong, missed }: { wrong: Mistakes; missed: Mistakes }): Quality {
  return {
    right,
    wrong: wrong.total,
    missed: missed.total,
    precision: right / Math.max(1, right + wrong.total),
    recall: found / Math.max(1, found + missed.total),
    wrongKinds: wrong.list(),
    missedKinds: missed.list(),
  };
}

function* pairsOf<T>(items: readonly T[]): Generator<[T, T]> {
  for (let a = 0; a < items.length; a++) for (let b = 0; b < a; b++) yield [items[a] as T, items[b] as T];
}

const stated = (claim: string) => (claim.startsWith('~') ? claim.slice(1) : claim);

/** Domains and slugs that records of several companies state: they are no identifier of either. */
function sharedReach(records: readonly JudgedRecord[]): Set<string> {
  const owner = new Map<string, string>();
  const shared = new Set<string>();
  for (const { claims, entity } of records) {
    for (const claim of claims.filter(isWeakIdentifier)) {
      if ((owner.get(claim) ?? entity) !== entity) shared.add(claim);
      owner.set(claim, entity);
    }
  }
  return shared;
}

/**
 * Links by identifiers, before names counted. Precision is over all pairs of records that stand in one company; recall
 * over those pairs of one company that state an identifier of it in common.
 */
export function identifierQuality(records: readonly JudgedRecord[]): Quality {
  const shared = sharedReach(records);
  const wrong = new Mistakes();
  const missed = new Mistakes();
  let right = 0;
  let found = 0;
  for (const group of Map.groupBy(records, ({ before }) => before).values()) {
    for (const pair of pairsOf(group)) {
      if (pair[0].entity === pair[1].entity) right += 1;
      else wrong.add(blame('identifiers', pair, group), pair);
    }
  }
  for (const own of Map.groupBy(records, ({ entity }) => entity).values()) {
    for (const [a, b] of pairsOf(own)) {
      const claims = new Set(a.claims.map(stated));
      if (!b.claims.map(stated).some((claim) => claims.has(claim) && !shared.has(claim))) continue;
      if (a.before === b.before) found += 1;
      else missed.add(blame('identifiers', [a, b], own), [a, b]);
    }
  }
  return qualityOf(right, found, { wrong, missed });
}

/** The sets that carry no number. */
const webSources: ReadonlySet<string> = new Set(['pdl', 'bigpicture']);
export const isOfWeb = ({ source }: JudgedRecord): boolean => webSources.has(source);
/** Every company of the registers has exactly one record there. */
const isAnchor = ({ source }: JudgedRecord) => source === 'au-abr';

/** The record of a register that stands for each company that a group holds. */
function anchorsIn(group: readonly JudgedRecord[], anchorOf: ReadonlyMap<string, JudgedRecord>): JudgedRecord[] {
  const registered = group.filter((record) => !isOfWeb(record)).map(({ entity }) => entity);
  return [...new Set(registered)].map((entity) => anchorOf.get(entity) as JudgedRecord);
}

/** A pair as it is asked for: a web record, and the company's entry in the business register. */
export type IsProposed = (free: JudgedRecord, anchor: JudgedRecord) => boolean;

/**
 * Links by name and place: pairs of a web record and a company of the registers that stand together after the run.
 * Recall is over all web records of registered companies, however little they say.
 */
export function nameQuality(records: readonly JudgedRecord[], isProposed: IsProposed): Quality {
  const anchorOf = new Map(records.filter(isAnchor).map((record) => [record.entity, record]));
  const groups = Map.groupBy(records, ({ after }) => after);
  const before = Map.groupBy(records, (record) => record.before);
  const entities = Map.groupBy(records, ({ entity }) => entity);
  const wrong = new Mistakes();
  const missed = new Mistakes();
  let right = 0;
  for (const record of records.filter(isOfWeb)) {
    const linked = anchorsIn(groups.get(record.after) ?? [], anchorOf);
    const own = anchorOf.get(record.entity);
    const around = [...(before.get(record.before) ?? []), ...(entities.get(record.entity) ?? [])];
    for (const anchor of linked)
      if (anchor !== own) wrong.add(blame('names', [record], [...around, anchor]), [record, anchor]);
    if (!own) continue;
    if (linked.includes(own)) right += 1;
    else missed.add(blame('names', [record], around), [record, own], isProposed(record, own));
  }
  return qualityOf(right, right, { wrong, missed });
}
