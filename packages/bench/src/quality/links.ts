import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { identifierOf, isMatch, isWeakIdentifier } from '../../../server/src/knowledge/rules/identifiers/claims.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { truthFiles, writeTruth } from '../../../testing/src/synthetic/truth/truth.ts';
import { importFile, measure } from '../load/measure-command.ts';
import { type ComparedRecord, causeOf, type Kind, Mistakes } from './mistakes.ts';

/** Precision and recall of linked pairs of records. */
export interface Quality {
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
  readonly precision: number;
  readonly recall: number;
  readonly wrongKinds: readonly Kind[];
  readonly missedKinds: readonly Kind[];
}

function qualityOf(right: number, found: number, { wrong, missed }: { wrong: Mistakes; missed: Mistakes }): Quality {
  return {
    ...{ right, wrong: wrong.total, missed: missed.total },
    precision: right / Math.max(1, right + wrong.total),
    recall: found / Math.max(1, found + missed.total),
    ...{ wrongKinds: wrong.list(), missedKinds: missed.list() },
  };
}

function* pairsOf<T>(items: readonly T[]): Generator<[T, T]> {
  for (let a = 0; a < items.length; a++) for (let b = 0; b < a; b++) yield [items[a] as T, items[b] as T];
}

/** Domains and slugs that records of several companies have. They identify none of them. */
function sharedWeakIdentifiers(records: readonly ComparedRecord[]): Set<string> {
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
export function identifierQuality(records: readonly ComparedRecord[]): Quality {
  const shared = sharedWeakIdentifiers(records);
  const [wrong, missed] = [new Mistakes(), new Mistakes()];
  let [right, found] = [0, 0];
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
export const isOfWeb = ({ source }: ComparedRecord): boolean => webSources.has(source);
/** Every registered company has exactly one record in this source. */
const isAnchor = ({ source }: ComparedRecord) => source === 'au-abr';

/** The register record of each company in a group. */
function anchorsIn(group: readonly ComparedRecord[], anchorOf: ReadonlyMap<string, ComparedRecord>): ComparedRecord[] {
  const registered = group.filter((record) => !isOfWeb(record)).map(({ entity }) => entity);
  return [...new Set(registered)].map((entity) => anchorOf.get(entity) as ComparedRecord);
}

/** Whether a web record and a company's entry in the business register are a proposed match. */
export type IsProposed = (free: ComparedRecord, anchor: ComparedRecord) => boolean;

/**
 * Links by name and location: pairs of a web record and a registered company that are linked after the run. Recall is
 * over all web records of registered companies, including those with few values.
 */
export function nameQuality(records: readonly ComparedRecord[], isProposed: IsProposed): Quality {
  const anchorOf = new Map(records.filter(isAnchor).map((record) => [record.entity, record]));
  const groups = Map.groupBy(records, ({ after }) => after);
  const before = Map.groupBy(records, (record) => record.before);
  const entities = Map.groupBy(records, ({ entity }) => entity);
  const [wrong, missed] = [new Mistakes(), new Mistakes()];
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

const idOf = (source: string, key: string) => `${source} ${key}`;

interface Row {
  readonly source: string;
  readonly key: string;
  readonly company: string;
  readonly claims: readonly string[];
  readonly name: string | null;
  readonly states: readonly string[] | null;
}

/** All records with their companies, by source and key. */
async function readRows(pool: Pool): Promise<Map<string, Row>> {
  const { rows } = await pool.query<Row>(
    `SELECT s.name AS source, r.key, r.company_id AS company, r.claims, r.content->>'name' AS name, r.content->'states' AS states
     FROM company_record r JOIN source s ON s.id = r.source_id WHERE NOT r.removed`,
  );
  return new Map(rows.map((row) => [idOf(row.source, row.key), row]));
}

type Line = Record<'source' | 'key' | 'entity' | 'traps', string>;

/** All records with their truth. @throws if a record has no truth, or the reverse */
async function readCompared(
  truthFile: string,
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
): Promise<ComparedRecord[]> {
  const compared: ComparedRecord[] = [];
  const lines = createReadStream(truthFile).pipe(parse({ columns: true })) as AsyncIterable<Line>;
  for await (const { source, key, entity, traps } of lines) {
    const row = after.get(idOf(source, key));
    if (!row) throw new Error(`There is no record ${idOf(source, key)}, but truth.csv has it.`);
    compared.push({
      ...{ source, key, entity, after: row.company, before: before.get(idOf(source, key))?.company ?? '' },
      shown: [row.name ?? '?', row.states?.join(' ')].filter(Boolean).join(', '),
      claims: row.claims.filter((claim) => !isMatch(claim)),
      traps: traps ? traps.split(';') : [],
    });
  }
  if (compared.length !== after.size)
    throw new Error(`There are ${after.size} records, and ${compared.length} in truth.csv.`);
  return compared;
}

/** Whether a pair is a proposed match, by any records of the two companies. */
async function readProposals(pool: Pool, records: readonly ComparedRecord[]): Promise<IsProposed> {
  const { rows } = await pool.query<Record<'free_source' | 'free_key' | 'company_source' | 'company_key', string>>(
    `SELECT f.name AS free_source, m.free_key, c.name AS company_source, m.company_key
     FROM match m JOIN source f ON f.id = m.free_source JOIN source c ON c.id = m.company_source
     WHERE m.state = 'candidate'`,
  );
  const companyOf = new Map(records.map(({ source, key, before }) => [idOf(source, key), before]));
  const known = new Set(
    rows.map(
      (row) =>
        `${companyOf.get(idOf(row.free_source, row.free_key))} ${companyOf.get(idOf(row.company_source, row.company_key))}`,
    ),
  );
  return (free, anchor) => known.has(`${free.before} ${anchor.before}`);
}

export interface LinksReport {
  readonly companies: number;
  readonly records: Readonly<Record<string, number>>;
  /** Number of records with each trap. */
  readonly traps: Readonly<Record<string, number>>;
  readonly identifiers: Quality;
  /** The same for web records only, because links between registers by their numbers are easy. */
  readonly webIdentifiers: Quality;
  readonly names: Quality;
  readonly linked: number;
  readonly candidates: number;
}

const countBy = (items: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, (item) => item)].map(([item, all]) => [item, all.length]));

/** Imports files whose truth is known, runs the match, and compares with the truth. */
export async function measureLinks(installation: Installation, companies: number): Promise<LinksReport> {
  const { home, pool } = installation;
  const folder = join(home, 'truth');
  await writeTruth({ seed: 1, companies }, folder);
  for (const { source, name } of truthFiles) await importFile(installation, source, join(folder, name));
  const before = await readRows(pool);
  const { linked, candidates } = (await measure(installation, 'match', 'run')).result;
  const records = await readCompared(join(folder, 'truth.csv'), before, await readRows(pool));
  return {
    companies,
    records: countBy(records.map(({ source }) => source)),
    traps: countBy(records.flatMap(({ traps }) => traps)),
    identifiers: identifierQuality(records),
    webIdentifiers: identifierQuality(records.filter(isOfWeb)),
    names: nameQuality(records, await readProposals(pool, records)),
    ...{ linked, candidates },
  };
}
