import { nameRulesHash } from '../../../server/src/knowledge/rules/names/name-rules-hash.ts';
import type { Pool } from '../../../server/src/stores/postgres/pool.ts';
import { note } from '../report/results.ts';

/** The sources of the synthetic database. Every company has a record of the register; one in ten also has a web page. */
export const registerSource = 'plans-register';
export const webSource = 'plans-web';

/** The facts of company `n` that its identifiers contain. */
export const cikOf = (n: number): string => String(n).padStart(10, '0');
export const domainOf = (n: number): string => `c${n}-plans.com.au`;

const id = (prefix: 'c' | 'p', n: string) =>
  `'${prefix}' || substr(encode(sha256(('${prefix}' || ${n})::bytea), 'hex'), 1, 26)`;
const companyId = id('c', 'n');
const freeId = id('c', "('f' || n)");
const personId = id('p', 'n');
const cik = `'cik:' || lpad(n::text, 10, '0')`;
const domain = `'fqdn:c' || n || '-plans.com.au'`;
const hash = (text: string) => `decode(md5(${text}), 'hex')`;

/** Each table with the rows of company or person `n`, one in `every`. Sorted by the key, so that the index grows at its end. */
interface Load {
  table: string;
  columns: string;
  select: string;
  order: string;
  every?: number;
}

/** The ids of documents, by their kind. */
const outboxIds: Readonly<Record<number, string>> = {
  0: companyId,
  1: `${companyId} || ':' || ${personId}`,
  2: domain,
  3: `${companyId} || ':roster'`,
};

const loads: readonly Load[] = [
  {
    table: 'company',
    columns: 'id, founder_source, founder_key, founded_seq, roster_version',
    select: `${companyId}, register, 'k' || n, n, 1`,
    order: '1',
  },
  {
    table: 'company_record',
    columns: 'source_id, key, seq, company_id, founded, country, observed, hash, claims, content, run_id',
    select: `register, 'k' || n, n, ${companyId}, 1, 'AU', '2026-01-01', ${hash("'k' || n")}, ARRAY[${cik}, ${domain}],
      json_build_object('name', 'Vane ' || n, 'states', ARRAY['AU-NSW'], 'year_founded', 1950 + n % 70), 1`,
    order: '2',
  },
  {
    table: 'company_record',
    columns: 'source_id, key, seq, company_id, linked_by, country, observed, hash, claims, content, run_id',
    select: `web, 'w' || n, 4294967296 + n, ${companyId}, ${domain}, 'AU', '2026-01-01', ${hash("'w' || n")}, ARRAY[${domain}],
      json_build_object('name', 'Vane ' || n, 'states', ARRAY['AU-NSW']), 2`,
    order: '2',
    every: 10,
  },
  // Records without an identifier, which match companies by name. Few of them state the region, and are linked.
  {
    table: 'company',
    columns: 'id, founder_source, founder_key, founded_seq',
    select: `${freeId}, web, 'f' || n, 8589934592 + n`,
    order: '1',
    every: 5,
  },
  {
    table: 'company_record',
    columns: 'source_id, key, seq, company_id, founded, country, observed, hash, claims, content, run_id',
    select: `web, 'f' || n, 8589934592 + n, ${freeId}, 1, 'AU', '2026-01-01', ${hash("'f' || n")}, '{}'::text[],
      json_build_object('name', 'Vane ' || n, 'states', CASE WHEN n % 100 = 0 THEN '["AU-NSW"]' ELSE '[]' END::json), 2`,
    order: '2',
    every: 5,
  },
  { table: 'claim', columns: 'identifier, source_id, key', select: `${cik}, register, 'k' || n`, order: '1' },
  { table: 'claim', columns: 'identifier, source_id, key', select: `${domain}, register, 'k' || n`, order: '1' },
  { table: 'claim', columns: 'identifier, source_id, key', select: `${domain}, web, 'w' || n`, order: '1', every: 10 },
  { table: 'identifier', columns: 'identifier, company_id', select: `${cik}, ${companyId}`, order: '1' },
  { table: 'identifier', columns: 'identifier, company_id', select: `${domain}, ${companyId}`, order: '1' },
  {
    table: 'company_name',
    columns: 'name_hash, source_id, key',
    select: `md5('name' || n), register, 'k' || n`,
    order: '1',
  },
  {
    table: 'person_record',
    columns: `source_id, key, seq, person_id, company_ref, company_id, country, observed, position, network, flags,
      contacts, hash, run_id`,
    select: `web, 'p' || n, n, ${personId}, ${domain}, ${companyId}, 'AU', '2026-01-01'::date, 'Manager ' || n % 1000,
      'person-' || n, 0, ARRAY['email:' || md5('e' || n)], ${hash("'p' || n")}, 2`,
    order: '2',
  },
  { table: 'person_reference', columns: 'company_ref, company_id', select: `${domain}, ${companyId}`, order: '1' },
  { table: 'person_slug', columns: 'slug, person_id, seq', select: `'person-' || n, ${personId}, n`, order: '1' },
  {
    table: 'contact_hash',
    columns: 'hash, source_id, key',
    select: `'email:' || md5('e' || n), web, 'p' || n`,
    order: '1',
  },
  {
    table: 'described_key',
    columns: 'value, company_ref',
    select: `'fqdn:d' || n || '.com.au', 'described:2::AU:d' || n || '.com.au:'`,
    order: '1',
  },
  {
    table: 'employment',
    columns: 'company_id, person_id, country, position, network, flags',
    select: `${companyId}, ${personId}, 'AU', 'Manager ' || n % 1000, 'person-' || n, 0`,
    order: '1',
  },
  {
    table: 'suppression',
    columns: 'value, made_at',
    select: `'email:' || md5('x' || n), now() - n * interval '1 second'`,
    order: '1',
    every: 10,
  },
  {
    table: 'suppressed_employment',
    columns: 'company_id, person_id',
    select: `${companyId}, ${id('p', "('x' || n)")}`,
    order: '1',
    every: 10,
  },
  ...Object.entries(outboxIds).map(([kind, documentId]) => ({
    table: 'outbox',
    columns: 'slot, kind, id, version, late',
    select: `0, ${kind}, ${documentId}, 1, n % 100 = 0`,
    order: '3',
    every: 10,
  })),
];

const insert = ({ table, columns, select, order, every = 1 }: Load, companies: number) =>
  `INSERT INTO ${table} (${columns})
   SELECT ${select} FROM generate_series(${every}, ${companies}, ${every}) n,
     (SELECT id AS register FROM source WHERE name = '${registerSource}') r,
     (SELECT id AS web FROM source WHERE name = '${webSource}') w ORDER BY ${order}`;

/** What the loads refer to. */
const prepare = `
  INSERT INTO source (name, class, precedence, identity_precedence)
    VALUES ('${registerSource}', 'register', 1, 0), ('${webSource}', 'web', 4, 4);
  INSERT INTO run (source_id, input, whole, overrides_checks, state, counts, ended_at)
    SELECT id, 'synthetic', true, false, 'done',
      '{"read": 0, "accepted": 0, "unchanged": 0, "rejected": 0, "skipped": 0, "suppressed": 0, "superseded": 0, "gone": 0}', now()
    FROM source ORDER BY id;
  INSERT INTO generation (slot, indices, rules_hash, mapping_hash, live_since) VALUES (0, '{}', 'plans', 'plans', now());
  INSERT INTO name_index (rules, complete) VALUES ('${nameRulesHash()}', true);`;

/** Fills an empty database with companies, and as many people, by plain SQL: minutes for millions. */
export async function loadSyntheticDatabase(pool: Pool, companies: number): Promise<void> {
  await pool.query(prepare);
  for (const load of loads) {
    note(`${load.table}: ${Math.floor(companies / (load.every ?? 1))} rows`);
    await pool.query(insert(load, companies));
  }
  await pool.query('ANALYZE');
}
