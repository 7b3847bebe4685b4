import { supportedCountries } from '@orgdex/contract';
import { readInBatches } from '../cursor.ts';
import { copyInto } from '../imports/copy.ts';
import { toCopyLine } from '../imports/copy-line.ts';
import type { Client, Pool } from '../pool.ts';

/**
 * The tables in which a match run compares names. Records that share identifiers form a *group*: it is a company if it
 * has a register number, and unregistered ("free") otherwise. The tables are unlogged; each run creates them and drops
 * them at its end.
 */
const tables = {
  group: `grp integer, base text COLLATE "C", numbered boolean, named boolean, source_id smallint, key text COLLATE "C",
    sources smallint[], reach text[] COLLATE "C", years smallint[]`,
  name: `grp integer, name text COLLATE "C", kind smallint, weight smallint, numbered boolean, may_link boolean,
    complete boolean, forms smallint[], regions text[] COLLATE "C", seats text[] COLLATE "C", skeleton text COLLATE "C"`,
  pair: `free integer, company integer, kind smallint, may_link boolean, complete boolean, other_form boolean, common boolean,
    region text, nearby bigint, companies bigint`,
  refused: 'free integer, company integer',
  found: `free integer, company integer, linked boolean, score real, reasons jsonb, match_id bigint, stands text`,
  standing: 'match_id bigint, state text, free integer, company integer',
} as const;
type Table = keyof typeof tables;

export const stageTable = (name: Table): string => `stage.match_${name}`;
const names = Object.keys(tables) as Table[];

export async function dropMatchStage(client: Client): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${names.map(stageTable).join(', ')}`);
}

/** Also sets the memory of this connection, which does all the comparing. */
export async function createMatchStage(client: Client): Promise<void> {
  await dropMatchStage(client);
  await client.query(names.map((name) => `CREATE UNLOGGED TABLE ${stageTable(name)} (${tables[name]})`).join(';'));
  await client.query(`SET work_mem = '128MB'`);
}

/**
 * Identifies the records that identifiers alone bring together: a company without the records that matches linked to
 * it.
 */
export const baseOf = (record: string): string => `(${record}.company_id || coalesce(' ' || ${record}.matched_by, ''))`;

/** A living record with the fields that matching needs. */
export interface NamedRecord {
  base: string;
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

/** All living records, ordered by group. */
export const readNamedRecords = (pool: Pool): AsyncGenerator<NamedRecord[]> =>
  readInBatches(
    pool,
    `SELECT ${baseOf('r')} AS base, r.source_id, r.key, coalesce(r.country, c.hq_country) AS country, r.claims,
       c.name, c.trading_names, c.former_names, c.states, c.year_founded
     FROM company_record r, json_to_record(r.content)
       c (name text, trading_names text[], former_names text[], states text[], year_founded integer, hq_country text)
     WHERE NOT r.removed AND r.company_id IS NOT NULL ORDER BY 1`,
  );

export interface StagedGroup {
  grp: number;
  base: string;
  numbered: boolean;
  named: boolean;
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

export interface StagedName {
  /** Country and name key. */
  name: string;
  kind: number;
  weight: number;
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

export const toGroupLine = (group: StagedGroup): string =>
  toCopyLine([
    ...[group.grp, group.base, group.numbered, group.named, group.source_id, group.key],
    ...[group.sources, group.reach, group.years],
  ]);

export const toNameLine = ({ grp, numbered }: StagedGroup, name: StagedName): string =>
  toCopyLine([
    ...[grp, name.name, name.kind, name.weight, numbered, name.may_link, name.complete, name.forms],
    ...[name.regions, name.seats, name.skeleton],
  ]);

const columnsOf = (table: Table) => tables[table].split(',').map((column) => column.trim().split(' ')[0] as string);

const stage = (client: Client, table: Table, lines: string, columns = columnsOf(table)) =>
  copyInto(client, stageTable(table), columns, new TextEncoder().encode(lines));

export async function stageGroups(client: Client, lines: { groups: string; names: string }): Promise<void> {
  await stage(client, 'group', lines.groups);
  await stage(client, 'name', lines.names);
}

export interface FoundPair {
  free: number;
  company: number;
  linked: boolean;
  score: number;
  reasons: object;
}

export const stageFound = (client: Client, pairs: readonly FoundPair[]): Promise<void> =>
  stage(
    client,
    'found',
    pairs
      .map(({ free, company, linked, score, reasons }) =>
        toCopyLine([free, company, linked, score, JSON.stringify(reasons)]),
      )
      .join(''),
    ['free', 'company', 'linked', 'score', 'reasons'],
  );
