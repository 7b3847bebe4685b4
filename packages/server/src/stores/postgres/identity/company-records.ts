import type { Statement } from '../../../knowledge/profiles/statements.ts';
import { identifierOf, matchIdOf } from '../../../knowledge/rules/identifiers/claims.ts';
import { type Match, readMatches } from '../matches/matches.ts';
import { type Queryable, queryRow } from '../pool.ts';

/** A record as stored in the database: its statements, and how it was linked to its company. */
export interface LinkedRecord extends Statement {
  class: string;
  removed: boolean;
  /** Removed, while other records of the company live on: it no longer contributes to the profile. */
  hidden: boolean;
  /** The claim that linked it to its company; null: no claim did. */
  linkedBy: string | null;
  /** The match that linked this record's group to the company; null: identifiers did. */
  matchedBy: string | null;
  claims: string[];
  /** The record that founded the company and keeps its id. */
  founder: boolean;
  /** The run that changed it last. */
  runId: number;
}

/** A manual join or split, and the companies on the other side of it. */
export interface Decision {
  id: number;
  kind: 'join' | 'split';
  madeAt: Date;
  splitFrom: string[];
}

export interface DatabaseCompany {
  id: string;
  /** When its oldest record was imported, and by which run. */
  since: Date | null;
  sinceRun: number;
  /** Ids that were permanently merged into it. */
  mergedIds: string[];
  /** Ids that redirect to it while a match holds. */
  matchedIds: string[];
  records: LinkedRecord[];
  decisions: Decision[];
  /** The matches that link its records. */
  matches: Match[];
  /** Its identifiers that other companies claim as well. */
  shared: SharedIdentifier[];
}

/** An identifier that several companies claim. */
export interface SharedIdentifier {
  identifier: string;
  /** The company that lookups return. */
  company: string;
  /** How many companies claim it. */
  claimants: number;
  /** Some of the other companies that claim it. */
  others: string[];
}

/** The company that a lookup of this identifier returns. */
export async function findByIdentifier(database: Queryable, identifier: string): Promise<string | undefined> {
  const { rows } = await database.query<{ company_id: string | null }>(
    'SELECT company_id FROM identifier WHERE identifier = $1',
    [identifier],
  );
  return rows[0]?.company_id ?? undefined;
}

/** The current id of a company: its own, or the one that it redirects to. */
export async function findById(database: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT coalesce(redirect_to, id) AS id FROM company WHERE id = $1',
    [id],
  );
  return rows[0]?.id;
}

async function readRecords(database: Queryable, company: string): Promise<LinkedRecord[]> {
  const { rows } = await database.query<LinkedRecord>(
    `SELECT s.name AS source, s.class, s.precedence, s.identity_precedence AS "identityPrecedence", r.key, r.country,
       r.observed, r.removed, r.hidden, r.linked_by AS "linkedBy", r.matched_by AS "matchedBy", r.claims, r.run_id AS "runId", r.content,
       (c.founder_source, c.founder_key) = (r.source_id, r.key) AS founder
     FROM company c JOIN company_record r ON r.company_id = c.id JOIN source s ON s.id = r.source_id
     WHERE c.id = $1 ORDER BY r.hidden, founder DESC, r.seq`,
    [company],
  );
  return rows;
}

async function readDecisions(database: Queryable, company: string): Promise<Decision[]> {
  const { rows } = await database.query<Decision>(
    `SELECT d.id, d.kind, d.made_at AS "madeAt",
       (SELECT coalesce(array_agg(DISTINCT r.company_id), '{}') FROM decided_record o
        JOIN company_record r ON r.source_id = o.source_id AND r.key = o.key
        WHERE o.decision_id = d.id AND r.company_id <> $1) AS "splitFrom"
     FROM decision d WHERE d.id IN (
       SELECT o.decision_id FROM company_record r
       JOIN decided_record o ON o.source_id = r.source_id AND o.key = r.key WHERE r.company_id = $1)
     ORDER BY d.id`,
    [company],
  );
  return rows;
}

/** How many of the other companies are listed: thousands may share a domain. */
const listedOthers = 3;

async function readShared(
  database: Queryable,
  id: string,
  records: readonly LinkedRecord[],
): Promise<SharedIdentifier[]> {
  const claims = records.filter(({ hidden }) => !hidden).flatMap((record) => record.claims.map(identifierOf));
  const { rows } = await database.query<SharedIdentifier>(
    `SELECT i.identifier, i.company_id AS company, i.claimants, ARRAY(
       SELECT r.company_id FROM claim c JOIN company_record r ON r.source_id = c.source_id AND r.key = c.key
       WHERE c.identifier = i.identifier AND NOT r.hidden AND r.company_id <> $2
       GROUP BY r.company_id ORDER BY bool_and(r.removed), r.company_id LIMIT least(i.claimants - 1, ${listedOthers})) AS others
     FROM identifier i WHERE i.identifier = ANY($1) AND i.claimants > 1 ORDER BY i.identifier`,
    [claims, id],
  );
  return rows;
}

/** Everything that the database stores about a living company. */
export async function readDatabaseCompany(database: Queryable, id: string): Promise<DatabaseCompany> {
  // `founded_seq` is the run in the upper 32 bits, then the line.
  const company = await queryRow<Pick<DatabaseCompany, 'id' | 'since' | 'sinceRun' | 'mergedIds' | 'matchedIds'>>(
    database,
    `SELECT c.id, (c.founded_seq >> 32)::integer AS "sinceRun", (SELECT started_at FROM run WHERE id = c.founded_seq >> 32) AS since,
       (SELECT coalesce(array_agg(m.id ORDER BY m.founded_seq), '{}') FROM company m WHERE m.merged_into = c.id) AS "mergedIds",
       (SELECT coalesce(array_agg(l.id ORDER BY l.founded_seq), '{}') FROM company l
        WHERE l.redirect_to = c.id AND l.merged_into IS DISTINCT FROM c.id) AS "matchedIds"
     FROM company c WHERE c.id = $1`,
    [id],
  );
  const records = await readRecords(database, id);
  // Records may still claim matches that no longer hold, until the next match run removes those claims.
  const matches = new Set(
    records.map(({ matchedBy }) => matchIdOf(matchedBy ?? '')).filter((match) => match !== undefined),
  );
  return {
    ...company,
    records,
    decisions: await readDecisions(database, id),
    matches: matches.size > 0 ? await readMatches(database, [...matches]) : [],
    shared: await readShared(database, id, records),
  };
}
