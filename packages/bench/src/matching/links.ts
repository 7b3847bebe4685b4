import { identifierOf, isWeakIdentifier } from '../../../server/src/knowledge/rules/identifiers/claims.ts';
import { causeOf, type Kind, Mistakes } from './mistakes.ts';
import type { JudgedRecord } from './records.ts';

/** Precision and recall of linked pairs of records. */
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

/** Domains and slugs that records of several companies have. They identify none of them. */
function sharedWeakIdentifiers(records: readonly JudgedRecord[]): Set<string> {
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
 * Links by identifier, before matching by name. Precision is over all pairs of records that are linked to one company;
 * recall over the pairs of one company that have a common identifier.
 */
export function identifierQuality(records: readonly JudgedRecord[]): Quality {
  const shared = sharedWeakIdentifiers(records);
  const wrong = new Mistakes();
  const missed = new Mistakes();
  let right = 0;
  let found = 0;
  for (const group of Map.groupBy(records, ({ before }) => before).values()) {
    for (const pair of pairsOf(group)) {
      if (pair[0].entity === pair[1].entity) right += 1;
      else wrong.add(causeOf('identifiers', pair, group), pair);
    }
  }
  for (const own of Map.groupBy(records, ({ entity }) => entity).values()) {
    for (const [a, b] of pairsOf(own)) {
      const claims = new Set(a.claims.map(identifierOf));
      if (!b.claims.map(identifierOf).some((claim) => claims.has(claim) && !shared.has(claim))) continue;
      if (a.before === b.before) found += 1;
      else missed.add(causeOf('identifiers', [a, b], own), [a, b]);
    }
  }
  return qualityOf(right, found, { wrong, missed });
}

/** The sources without register numbers. */
const webSources: ReadonlySet<string> = new Set(['pdl', 'bigpicture']);
export const isOfWeb = ({ source }: JudgedRecord): boolean => webSources.has(source);
/** Every registered company has exactly one record in this source. */
const isAnchor = ({ source }: JudgedRecord) => source === 'au-abr';

/** The register record of each company in a group. */
function anchorsIn(group: readonly JudgedRecord[], anchorOf: ReadonlyMap<string, JudgedRecord>): JudgedRecord[] {
  const registered = group.filter((record) => !isOfWeb(record)).map(({ entity }) => entity);
  return [...new Set(registered)].map((entity) => anchorOf.get(entity) as JudgedRecord);
}

/** Whether a web record and a company's entry in the business register are a proposed match. */
export type IsProposed = (free: JudgedRecord, anchor: JudgedRecord) => boolean;

/**
 * Links by name and location: pairs of a web record and a registered company that are linked after the run. Recall is
 * over all web records of registered companies, including those with few values.
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
      if (anchor !== own) wrong.add(causeOf('names', [record], [...around, anchor]), [record, anchor]);
    if (!own) continue;
    if (linked.includes(own)) right += 1;
    else missed.add(causeOf('names', [record], around), [record, own], isProposed(record, own));
  }
  return qualityOf(right, right, { wrong, missed });
}
