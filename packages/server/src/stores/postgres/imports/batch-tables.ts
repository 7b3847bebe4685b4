import type { Client } from '../pool.ts';

/**
 * The temporary tables in which one batch is processed, set by set. They belong to the connection and are empty after each
 * transaction.
 */
const columns = {
  /** The company records that are new, changed or removed. Filled by `loadCompanies`. */
  company: `source_id smallint, line bigint, key text COLLATE "C", action text, country text, observed date, claims text[] COLLATE "C",
    candidate text COLLATE "C", seq bigint, old_claims text[] COLLATE "C", resolve boolean`,
  /** Each identifier that a new company record claims. Filled by `loadCompanies`. */
  claim: 'key text COLLATE "C", identifier text COLLATE "C", candidate text COLLATE "C"',

  /**
   * The identifiers where identity is resolved again, with the round that reached each. Round 0 is filled by `findSeeds` and
   * `readConnections`, the others by `growAll`.
   */
  identifier: 'identifier text COLLATE "C" PRIMARY KEY, round integer',
  /** The records whose identity is resolved again. Round 0 is filled by `findSeeds`, `addClaims` and `dropClaims`, the others by `growAll`. */
  record: 'source_id smallint, key text COLLATE "C", round integer, PRIMARY KEY (source_id, key)',
  /** The company of each new record whose identity was resolved. Filled by `saveIdentity`, read when the record is inserted. */
  link: `key text COLLATE "C", company_id text COLLATE "C", linked_by text COLLATE "C", matched_by text COLLATE "C",
    hidden boolean, founded smallint`,
  /** The company that each resolved identifier finds. Filled by `saveIdentity`. */
  found: 'identifier text COLLATE "C", company_id text COLLATE "C", claimants integer',
  /** The companies whose records or links changed. Filled by `changeRecords` and `saveIdentity`. */
  changed_company: 'id text COLLATE "C" PRIMARY KEY',
  /** The identifiers that find another company than before. Filled by `saveIdentifiers`. */
  changed_identifier: 'identifier text COLLATE "C" PRIMARY KEY, company_id text COLLATE "C", version bigint',

  /** The references of people that find another company than before. Filled by `saveReferences` and `moveDescriptions`. */
  reference: 'company_ref text COLLATE "C" PRIMARY KEY, company_id text COLLATE "C"',

  /** The person records that are new, changed, removed or suppressed. Filled by `loadPeople` and `expireRecords`. */
  person: `line bigint, key text COLLATE "C", action text, observed date, company_ref text COLLATE "C",
    company_id text COLLATE "C", country text, position text, network text COLLATE "C", levels smallint[],
    departments smallint[], flags smallint, contacts text[] COLLATE "C", hash bytea, candidate text COLLATE "C",
    seq bigint, person_id text COLLATE "C", old_person_id text COLLATE "C", old_company_id text COLLATE "C",
    old_network text COLLATE "C", old_contacts text[] COLLATE "C", alone boolean`,
  /** Each slug of the batch, with its first person in the batch and the person who had it before. Filled by `joinBySlug`. */
  slug: `slug text COLLATE "C" PRIMARY KEY, person_id text COLLATE "C", seq bigint, rows integer,
    standing_id text COLLATE "C"`,
  /** The ids of people who were joined with an older person. Filled by `joinBySlug`. */
  joined: 'id text COLLATE "C" PRIMARY KEY, person_id text COLLATE "C"',
  /** The employments to compute again. Filled by `repointPeople`, `moveJoined` and `savePeople`. */
  pair: 'company_id text COLLATE "C", person_id text COLLATE "C", PRIMARY KEY (company_id, person_id)',
  /** The employments that were written or ended. Filled by `saveNewEmployments` and `saveEmployments`. */
  employment: 'company_id text COLLATE "C", person_id text COLLATE "C", version bigint, removed boolean',
} as const;

type Name = keyof typeof columns;

/** The names of the tables. A statement that uses one takes its name from here: `${temp.person}`. */
export const temp = Object.fromEntries(Object.keys(columns).map((name) => [name, `batch_${name}`])) as {
  readonly [Table in Name]: `batch_${Table}`;
};

export async function createBatchTables(client: Client): Promise<void> {
  // Creating tables for every batch would bloat the catalog, so they last as long as the connection.
  const names = Object.keys(columns) as Name[];
  await client.query(
    names
      .map((name) => `CREATE TEMP TABLE IF NOT EXISTS ${temp[name]} (${columns[name]}) ON COMMIT DELETE ROWS;`)
      .join('\n'),
  );
}

/** An INSERT that names the column of each value. */
export const insertInto = (table: string, values: Readonly<Record<string, string>>, from: string): string =>
  `INSERT INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')} ${from}`;
