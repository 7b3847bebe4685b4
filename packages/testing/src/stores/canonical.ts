import { buildProfile } from '../../../server/src/knowledge/profiles/profile.ts';
import { builtInRates } from '../../../server/src/knowledge/rules/money/exchange-rates.ts';
import { type EmploymentRow, readCompanyRows } from '../../../server/src/stores/postgres/outbox/published-rows.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';

/** The content of a database without ids: companies and people are identified by their records. */
export interface Canonical {
  companies: { records: string; profile: unknown }[];
  identifiers: [identifier: string, company: string, claimants: number][];
  people: string[];
  employments: unknown[];
  /** Person records whose company is not loaded. */
  waiting: string[];
  /** Links and proposed matches by name and location. */
  matches: unknown[];
}

const sortedJson = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, text: JSON.stringify(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ item }) => item);

const named = (source: string, key: string) => `${source}/${key}`;

async function namesOf(pool: Pool, sql: string): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; source: string; key: string }>(sql);
  const lists = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...lists].map(([id, list]) => [
      id,
      list
        .map(({ source, key }) => named(source, key))
        .sort()
        .join(' '),
    ]),
  );
}

/** Reads the whole database. Hidden records are not included. */
export async function readCanonical(pool: Pool): Promise<Canonical> {
  const companies = await namesOf(
    pool,
    `SELECT r.company_id AS id, s.name AS source, r.key FROM company_record r JOIN source s ON s.id = r.source_id WHERE NOT r.hidden`,
  );
  const people = await namesOf(
    pool,
    `SELECT p.person_id AS id, s.name AS source, p.key FROM person_record p JOIN source s ON s.id = p.source_id`,
  );
  const companyOf = (id: string) => companies.get(id) ?? `unknown ${id}`;
  const rows = await readCompanyRows(pool, { ids: [...companies.keys()] });
  const identifiers = await pool.query<{ identifier: string; company_id: string; claimants: number }>(
    'SELECT identifier, company_id, claimants FROM identifier WHERE company_id IS NOT NULL',
  );
  const employments = await pool.query<EmploymentRow>('SELECT * FROM employment WHERE NOT removed');
  const waiting = await pool.query<{ source: string; key: string }>(
    'SELECT s.name AS source, p.key FROM person_record p JOIN source s ON s.id = p.source_id WHERE p.company_id IS NULL',
  );
  const matches = await pool.query<{ free: string; company: string }>(
    `SELECT m.state, f.company_id AS free, c.company_id AS company, m.score, m.reasons FROM match m
     JOIN company_record f ON f.source_id = m.free_source AND f.key = m.free_key
     JOIN company_record c ON c.source_id = m.company_source AND c.key = m.company_key`,
  );
  return {
    companies: sortedJson(
      rows.map((row) => ({ records: companyOf(row.id), profile: buildProfile('', row.records, builtInRates) })),
    ),
    identifiers: sortedJson(identifiers.rows.map((row) => [row.identifier, companyOf(row.company_id), row.claimants])),
    people: [...people.values()].sort(),
    employments: sortedJson(
      employments.rows.map(({ version: _, removed: __, company_id, person_id, ...content }) => ({
        company: companyOf(company_id),
        person: people.get(person_id) ?? `unknown ${person_id}`,
        ...content,
      })),
    ),
    waiting: waiting.rows.map(({ source, key }) => named(source, key)).sort(),
    matches: sortedJson(
      matches.rows.map(({ free, company, ...rest }) => ({
        free: companyOf(free),
        company: companyOf(company),
        ...rest,
      })),
    ),
  };
}
