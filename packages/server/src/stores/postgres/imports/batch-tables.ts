import type { Client } from '../pool.ts';

/**
 * The tables in which one batch is processed, set by set. They belong to the connection and are empty after each
 * transaction.
 */
const tables = {
  batch_company: `source_id smallint, line bigint, key text COLLATE "C", action text, country text, observed date, claims text[] COLLATE "C",
    candidate text COLLATE "C", seq bigint, old_claims text[] COLLATE "C", resolve boolean`,
  batch_claim: 'key text COLLATE "C", identifier text COLLATE "C", candidate text COLLATE "C"',
  batch_identifier: 'identifier text COLLATE "C" PRIMARY KEY, round integer',
  batch_record: 'source_id smallint, key text COLLATE "C", round integer, PRIMARY KEY (source_id, key)',
  batch_link: `key text COLLATE "C", company_id text COLLATE "C", linked_by text COLLATE "C", matched_by text COLLATE "C",
    hidden boolean, founded smallint`,
  batch_found: 'identifier text COLLATE "C", company_id text COLLATE "C", claimants integer',
  batch_changed_company: 'id text COLLATE "C" PRIMARY KEY',
  batch_changed_identifier: 'identifier text COLLATE "C" PRIMARY KEY, company_id text COLLATE "C", version bigint',
  batch_old_name: 'country text, name text, trading_names text[], former_names text[]',
  batch_reference: 'company_ref text COLLATE "C" PRIMARY KEY, company_id text COLLATE "C"',
  batch_person: `line bigint, key text COLLATE "C", action text, observed date, company_ref text COLLATE "C",
    company_id text COLLATE "C", country text, position text, network text COLLATE "C", levels smallint[],
    departments smallint[], flags smallint, contacts text[] COLLATE "C", hash bytea, candidate text COLLATE "C",
    seq bigint, person_id text COLLATE "C", old_person_id text COLLATE "C", old_company_id text COLLATE "C",
    old_network text COLLATE "C", old_contacts text[] COLLATE "C", alone boolean`,
  batch_slug: `slug text COLLATE "C" PRIMARY KEY, person_id text COLLATE "C", seq bigint, rows integer,
    standing_id text COLLATE "C"`,
  batch_joined: 'id text COLLATE "C" PRIMARY KEY, person_id text COLLATE "C"',
  batch_employment: 'company_id text COLLATE "C", person_id text COLLATE "C", version bigint, removed boolean',
  batch_pair: 'company_id text COLLATE "C", person_id text COLLATE "C", PRIMARY KEY (company_id, person_id)',
} as const;

export async function createBatchTables(client: Client): Promise<void> {
  // Creating tables for every batch would bloat the catalog, so they last as long as the connection.
  await client.query(
    Object.entries(tables)
      .map(([name, columns]) => `CREATE TEMP TABLE IF NOT EXISTS ${name} (${columns}) ON COMMIT DELETE ROWS;`)
      .join('\n'),
  );
}
