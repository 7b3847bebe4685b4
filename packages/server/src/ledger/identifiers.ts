import { markDirty, publishedSchemes } from './marks.ts';
import type { Client } from './pool.ts';

// A decision by hand is a claim too, but nobody is looked up by it.
const isLookup = `identifier !~ '^(join|split)[.]'`;

/** Points each identifier of the batch at its claimant of highest precedence, then the first by source and key. */
export async function saveIdentifiers(client: Client): Promise<void> {
  const changed = (select: string) => `
    WITH wanted AS (${select}),
    written AS (
      INSERT INTO identifier AS i (identifier, company_id) SELECT identifier, company_id FROM wanted
      ON CONFLICT (identifier) DO UPDATE SET company_id = EXCLUDED.company_id, version = i.version + 1
      WHERE i.company_id IS DISTINCT FROM EXCLUDED.company_id
      RETURNING identifier, company_id, version)
    INSERT INTO batch_changed_identifier SELECT identifier, company_id, version FROM written`;
  await client.query(
    changed(`SELECT * FROM (SELECT ltrim(unnest(claims), '~') AS identifier, candidate AS company_id FROM batch_company
             WHERE action = 'new' AND resolve IS NOT TRUE) alone WHERE ${isLookup}`),
  );
  await client.query(
    changed(`SELECT DISTINCT ON (b.identifier) b.identifier, r.company_id FROM batch_identifier b
             LEFT JOIN claim c ON c.identifier = b.identifier
             LEFT JOIN company_record r ON r.source_id = c.source_id AND r.key = c.key AND NOT r.hidden
             LEFT JOIN source s ON s.id = r.source_id
             WHERE b.${isLookup}
             ORDER BY b.identifier, r.key IS NULL, r.removed, NOT r.claims @> ARRAY[b.identifier],
               s.identity_precedence, s.name, r.key`),
  );
  await markDirty(
    client,
    'identifier',
    `SELECT identifier AS id, version, company_id IS NULL AS late FROM batch_changed_identifier
     WHERE split_part(identifier, ':', 1) IN (${publishedSchemes.map((scheme) => `'${scheme}'`).join(', ')})`,
  );
}

/** Raises the version of every company that the batch touched, and marks it. */
export async function saveChangedCompanies(client: Client): Promise<void> {
  await client.query('UPDATE company c SET version = version + 1 FROM batch_changed_company b WHERE c.id = b.id');
  await markDirty(
    client,
    'company',
    `SELECT c.id, c.version, c.redirect_to IS NOT NULL AS late FROM company c JOIN (
       SELECT id FROM batch_changed_company
       UNION SELECT candidate FROM batch_company WHERE action = 'new' AND resolve IS NOT TRUE) changed USING (id)`,
  );
}
