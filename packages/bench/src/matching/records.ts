import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { isMatch } from '../../../server/src/knowledge/rules/identifiers/claims.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';

/** A record of the database with the truth about it. */
export interface JudgedRecord {
  source: string;
  key: string;
  /** Name and state for display. */
  shown: string;
  /** Its identifiers. */
  claims: readonly string[];
  /** Its company before matching by name. */
  before: string;
  /** Its company after matching by name. */
  after: string;
  /** The company that it really describes. */
  entity: string;
  traps: readonly string[];
}

const idOf = (source: string, key: string) => `${source} ${key}`;

/** The company of each record. */
export async function readCompanies(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ source: string; key: string; company_id: string }>(
    `SELECT s.name AS source, r.key, r.company_id FROM company_record r JOIN source s ON s.id = r.source_id
     WHERE NOT r.removed`,
  );
  return new Map(rows.map(({ source, key, company_id }) => [idOf(source, key), company_id]));
}

interface Row {
  source: string;
  key: string;
  claims: string[];
  name: string | null;
  states: string[] | null;
}

async function readRows(pool: Pool): Promise<Map<string, Row>> {
  const { rows } = await pool.query<Row>(
    `SELECT s.name AS source, r.key, r.claims, r.content->>'name' AS name, r.content->'states' AS states
     FROM company_record r JOIN source s ON s.id = r.source_id WHERE NOT r.removed`,
  );
  return new Map(rows.map((row) => [idOf(row.source, row.key), row]));
}

interface Line {
  source: string;
  key: string;
  entity: string;
  traps: string;
}

/** All records with their truth. @throws if a record has no truth, or the reverse */
export async function judgeRecords(
  pool: Pool,
  truthFile: string,
  before: ReadonlyMap<string, string>,
): Promise<JudgedRecord[]> {
  const after = await readCompanies(pool);
  const rows = await readRows(pool);
  const judged: JudgedRecord[] = [];
  for await (const { source, key, entity, traps } of createReadStream(truthFile).pipe(
    parse({ columns: true }),
  ) as AsyncIterable<Line>) {
    const id = idOf(source, key);
    const row = rows.get(id);
    if (!row) throw new Error(`The database has no record ${id}, but truth.csv has.`);
    judged.push({
      source,
      key,
      shown: [row.name ?? '?', row.states?.join(' ')].filter(Boolean).join(', '),
      claims: row.claims.filter((claim) => !isMatch(claim)),
      before: before.get(id) as string,
      after: after.get(id) as string,
      entity,
      traps: traps ? traps.split(';') : [],
    });
  }
  if (judged.length !== rows.size)
    throw new Error(`The database has ${rows.size} records, truth.csv ${judged.length}.`);
  return judged;
}

/** The proposed matches: the unregistered record, and a record of the company. */
export async function readProposals(pool: Pool): Promise<[free: string, company: string][]> {
  const { rows } = await pool.query<Record<'free_source' | 'free_key' | 'company_source' | 'company_key', string>>(
    `SELECT f.name AS free_source, m.free_key, c.name AS company_source, m.company_key
     FROM match m JOIN source f ON f.id = m.free_source JOIN source c ON c.id = m.company_source
     WHERE m.state = 'candidate'`,
  );
  return rows.map((row) => [idOf(row.free_source, row.free_key), idOf(row.company_source, row.company_key)]);
}

export const idOfRecord = ({ source, key }: JudgedRecord): string => idOf(source, key);
