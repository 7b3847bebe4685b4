import type { Statement } from '../../../knowledge/profiles/statements.ts';
import { splitPersonDocumentId } from '../../../knowledge/rules/identifiers/document-ids.ts';
import { partitionOf } from '../partitions.ts';
import type { Queryable } from '../pool.ts';

/**
 * What is published, as stored in the database. One statement reads version and content, so both come from one snapshot.
 */
export interface CompanyRow {
  id: string;
  version: number;
  redirect_to: string | null;
  /** It has, or once had, people. */
  rostered: boolean;
  /** When an import last changed what is known about it. */
  changed_at: Date;
  records: PublishedStatement[];
}

/** A statement, and the claim that links it to its company. */
export type PublishedStatement = Statement & { linkedBy: string | null };

export interface EmploymentRow {
  company_id: string;
  person_id: string;
  country: string;
  position: string | null;
  network: string | null;
  levels: number[] | null;
  departments: number[] | null;
  flags: number;
  removed: boolean;
  version: number;
}

export interface IdentifierRow {
  id: string;
  company_id: string | null;
  /** How many companies claim it. */
  claimants: number;
  version: number;
}

type StoredStatement = Omit<PublishedStatement, 'identityPrecedence' | 'linkedBy'> & {
  identity_precedence: number;
  linked_by: string | null;
};

/** A company with one of its statements, whose columns are null if it has none. */
type StoredRow = Omit<CompanyRow, 'records'> & (StoredStatement | Record<keyof StoredStatement, null>);

/** Selects these documents, or the next ones after an id, of all hash partitions or of one. */
export type Which = { ids: readonly string[] } | { after: string; limit: number; part?: number };

/** The table to read: the partition, if only one is wanted. */
export const tableFor = (which: Which, table: 'company' | 'employment' | 'identifier'): string =>
  'part' in which && which.part !== undefined ? partitionOf(table, which.part) : table;

const chosen = (which: Which): unknown[] => ('ids' in which ? [which.ids] : [which.after, which.limit]);

const toStatement = (row: StoredStatement): PublishedStatement => ({
  source: row.source,
  precedence: row.precedence,
  key: row.key,
  country: row.country,
  observed: row.observed,
  content: row.content,
  identityPrecedence: row.identity_precedence,
  linkedBy: row.linked_by,
});

/** LATERAL with OFFSET 0 forces one lookup per company, whatever the planner estimates. */
export async function readCompanyRows(database: Queryable, which: Which): Promise<CompanyRow[]> {
  const some = 'ids' in which ? 'WHERE id = ANY($1)' : 'WHERE id > $1 ORDER BY id LIMIT $2';
  const { rows } = await database.query<StoredRow>(
    `SELECT c.id, c.version, c.redirect_to, c.rostered, c.changed_at, s.name AS source, s.precedence, s.identity_precedence, r.key, r.country,
       r.observed, r.content, r.linked_by
     FROM (SELECT id, version, redirect_to, roster_version > 0 AS rostered, changed_at FROM ${tableFor(which, 'company')} ${some}) c
     LEFT JOIN LATERAL (SELECT * FROM company_record WHERE company_id = c.id AND NOT hidden OFFSET 0) r ON true
     LEFT JOIN source s ON s.id = r.source_id ORDER BY c.id`,
    chosen(which),
  );
  const companies: CompanyRow[] = [];
  // The rows of a company follow each other.
  for (const row of rows) {
    let company = companies.at(-1);
    if (company?.id !== row.id) {
      const { id, version, redirect_to, rostered, changed_at } = row;
      company = { id, version, redirect_to, rostered, changed_at, records: [] };
      companies.push(company);
    }
    if (row.key !== null) company?.records.push(toStatement(row));
  }
  return companies;
}

const employmentColumns = `e.company_id, e.person_id, e.country, e.position, e.network, e.levels, e.departments, e.flags,
  e.removed, e.version`;

export async function readEmploymentRows(database: Queryable, which: Which): Promise<EmploymentRow[]> {
  if ('ids' in which) {
    const pairs = which.ids.map(splitPersonDocumentId);
    const { rows } = await database.query<EmploymentRow>(
      `SELECT ${employmentColumns} FROM unnest($1::text[], $2::text[]) p (company_id, person_id)
       JOIN employment e ON e.company_id = p.company_id AND e.person_id = p.person_id`,
      [pairs.map(([company]) => company), pairs.map(([, person]) => person)],
    );
    return rows;
  }
  const [company, person] = splitPersonDocumentId(which.after);
  const { rows } = await database.query<EmploymentRow>(
    `SELECT ${employmentColumns} FROM ${tableFor(which, 'employment')} e WHERE (e.company_id, e.person_id) > ($1, $2)
     ORDER BY e.company_id, e.person_id LIMIT $3`,
    [company, person, which.limit],
  );
  return rows;
}

/** `LIKE` and not a function of the identifier: for its beginning, PostgreSQL can estimate from its statistics how many rows it finds. */
export async function readIdentifierRows(
  database: Queryable,
  which: Which,
  schemes: readonly string[],
): Promise<IdentifierRow[]> {
  const some =
    'ids' in which
      ? 'identifier = ANY($2) AND $1::text[] IS NOT NULL'
      : `identifier > $2 AND identifier LIKE ANY($1) ORDER BY identifier LIMIT $3`;
  const { rows } = await database.query<IdentifierRow>(
    `SELECT identifier AS id, company_id, claimants, version FROM ${tableFor(which, 'identifier')} WHERE ${some}`,
    [schemes.map((scheme) => `${scheme}:%`), ...chosen(which)],
  );
  return rows;
}
