import { supportedCountries } from '@orgdex/contract';
import { copyInto, toCopyLine } from '../imports/copy.ts';
import { type Client, columnsOf, type Queryable } from '../pool.ts';

/**
 * Identifies the records that identifiers alone bring together: a company without the records that matches linked to
 * it.
 */
export const baseOf = (record: string): string => `(${record}.company_id || coalesce(' ' || ${record}.matched_by, ''))`;

/** The group of a record. Companies have few groups, so the index of `company_id` is enough. */
export const isGroupOf = (group: string, record: string): string =>
  `${group}.company_id = ${record}.company_id AND ${group}.matched_by IS NOT DISTINCT FROM ${record}.matched_by`;

/** A living record with the fields that matching needs. */
export interface NamedRecord {
  company_id: string;
  matched_by: string | null;
  source_id: number;
  key: string;
  country: string | null;
  claims: string[];
  name: string | null;
  trading_names: string[] | null;
  former_names: string[] | null;
  states: string[] | null;
  year_founded: number | null;
}

const named = (records: string) => `
  SELECT r.company_id, r.matched_by, r.source_id, r.key, coalesce(r.country, c.hq_country) AS country, r.claims,
    c.name, c.trading_names, c.former_names, c.states, c.year_founded
  FROM (${records}) r, json_to_record(r.content)
    c (name text, trading_names text[], former_names text[], states text[], year_founded integer, hq_country text)`;

/** The living records of the next companies by id, at least `limit`. No company is divided. */
export async function readRecordsAfter(
  database: Queryable,
  range: { after: string; before: string },
  limit: number,
): Promise<NamedRecord[]> {
  const { rows } = await database.query<NamedRecord>(
    named(`SELECT * FROM company_record WHERE company_id > $1 AND company_id < $2 AND NOT removed
      ORDER BY company_id FETCH FIRST $3 ROWS WITH TIES`),
    [range.after, range.before, limit],
  );
  return rows;
}

/** The living records of these companies. */
export async function readRecordsOf(database: Queryable, companies: readonly string[]): Promise<NamedRecord[]> {
  const { rows } = await database.query<NamedRecord>(
    named(`SELECT r.* FROM unnest($1::text[]) i (id)
      CROSS JOIN LATERAL (SELECT * FROM company_record r WHERE r.company_id = i.id AND NOT r.removed OFFSET 0) r`),
    [companies],
  );
  return rows;
}

/** Records that identifiers join: a company if it has a register number, and unregistered ("free") otherwise. */
export interface MatchGroup {
  company_id: string;
  matched_by: string | null;
  numbered: boolean;
  named: boolean;
  /** The record that represents it. */
  source_id: number;
  key: string;
  sources: number[];
  reach: string[];
  years: number[];
}

/**
 * The weight of a group in its country. A group of unknown country is counted in every country, so that its weights add
 * up to this.
 */
export const fullWeight = supportedCountries.length;

export interface GroupName {
  /** Country and name key. */
  name: string;
  kind: number;
  weight: number;
  numbered: boolean;
  may_link: boolean;
  /** The group is listed in a complete register of the country. */
  complete: boolean;
  /** The families of legal forms that the name contains. */
  forms: number[];
  /** All its regions, and those that can only be its headquarters. */
  regions: string[];
  seats: string[];
  /** Country and skeleton. */
  skeleton: string | null;
}

/** A group with its names, as it is stored. */
export interface IndexedGroup {
  grp: number;
  group: MatchGroup;
  names: GroupName[];
}

// biome-ignore format: a list of names
const groupColumns = [
  'company_id', 'matched_by', 'numbered', 'named', 'source_id', 'key', 'sources', 'reach', 'years',
] as const;
// biome-ignore format: a list of names
const nameColumns = [
  'name', 'kind', 'weight', 'numbered', 'may_link', 'complete', 'forms', 'regions', 'seats', 'skeleton',
] as const;

const toGroupLine = ({ grp, group }: IndexedGroup): string =>
  toCopyLine([grp, ...groupColumns.map((column) => group[column])]);

const toNameLine = (grp: number, name: GroupName): string =>
  toCopyLine([grp, ...nameColumns.map((column) => name[column])]);

/** Numbers for new groups. */
export async function newGroupIds(database: Queryable, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await database.query<{ id: number }>(
    `SELECT nextval('match_group_id') AS id FROM generate_series(1, $1::integer)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

export async function insertGroups(client: Client, groups: readonly IndexedGroup[]): Promise<void> {
  const copy = (table: string, columns: readonly string[], lines: string[]) =>
    copyInto(client, table, ['grp', ...columns], new TextEncoder().encode(lines.join('')));
  await copy('match_group', groupColumns, groups.map(toGroupLine));
  await copy(
    'match_name',
    nameColumns,
    groups.flatMap(({ grp, names }) => names.map((name) => toNameLine(grp, name))),
  );
}

/** Must be called with nested loops. */
export async function deleteGroups(client: Client, groups: readonly number[]): Promise<void> {
  for (const table of ['match_group', 'match_name']) {
    await client.query(`DELETE FROM ${table} t USING unnest($1::bigint[]) i (grp) WHERE t.grp = i.grp`, [groups]);
  }
}

/** The stored groups of these companies. */
export async function readGroupsOf(database: Queryable, companies: readonly string[]): Promise<IndexedGroup[]> {
  const { rows: groups } = await database.query<MatchGroup & { grp: number }>(
    `SELECT g.* FROM unnest($1::text[]) i (id)
     CROSS JOIN LATERAL (SELECT grp, ${groupColumns.join(', ')} FROM match_group g WHERE g.company_id = i.id OFFSET 0) g`,
    [companies],
  );
  const { rows: names } = await database.query<GroupName & { grp: number }>(
    `SELECT n.* FROM unnest($1::bigint[]) i (grp)
     CROSS JOIN LATERAL (SELECT grp, ${nameColumns.join(', ')} FROM match_name n WHERE n.grp = i.grp OFFSET 0) n`,
    [groups.map(({ grp }) => grp)],
  );
  const namesOf = Map.groupBy(names, ({ grp }) => grp);
  return groups.map(({ grp, ...group }) => ({
    grp,
    group,
    names: (namesOf.get(grp) ?? []).map(({ grp: _, ...name }) => name),
  }));
}

/** Moves groups to the companies that their records belong to now. The groups themselves have not changed. */
export async function moveGroups(client: Client, from: readonly string[]): Promise<void> {
  await client.query(
    `UPDATE match_group g SET company_id = n.company_id, matched_by = n.matched_by
     FROM unnest($1::text[]) i (id)
     CROSS JOIN LATERAL (SELECT o.grp, o.source_id, o.key FROM match_group o WHERE o.company_id = i.id OFFSET 0) o
     CROSS JOIN LATERAL (
       SELECT r.company_id, r.matched_by FROM company_record r WHERE r.source_id = o.source_id AND r.key = o.key OFFSET 0) n
     WHERE g.grp = o.grp AND (g.company_id, g.matched_by) IS DISTINCT FROM (n.company_id, n.matched_by)`,
    [from],
  );
}

/** Stores to which companies unchanged groups belong now. */
export async function saveBases(client: Client, groups: readonly Pick<IndexedGroup, 'grp' | 'group'>[]): Promise<void> {
  await client.query(
    `UPDATE match_group g SET company_id = n.company_id, matched_by = n.matched_by
     FROM unnest($1::bigint[], $2::text[], $3::text[]) n (grp, company_id, matched_by)
     WHERE g.grp = n.grp AND (g.company_id, g.matched_by) IS DISTINCT FROM (n.company_id, n.matched_by)`,
    [
      groups.map(({ grp }) => grp),
      ...columnsOf(
        groups.map(({ group }) => group),
        'company_id',
        'matched_by',
      ),
    ],
  );
}
