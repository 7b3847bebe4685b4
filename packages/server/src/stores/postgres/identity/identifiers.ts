import { claimSql, publishedSchemes } from '../../../knowledge/rules/identifiers/claims.ts';
import { temp } from '../imports/batch-tables.ts';
import { noteChangedCompanies } from '../matches/match-changes.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { enqueueRedirectedRosters } from '../outbox/rosters.ts';
import { optimizerFence, withNestedLoops } from '../planner.ts';
import { type Client, queryRow } from '../pool.ts';

const uniqueViolation = '23505';

// New records that share no identifier with others: each of their identifiers has exactly one claimant.
const alone = `SELECT c.identifier, c.candidate AS company_id, 1 AS claimants FROM ${temp.claim} c
  WHERE NOT EXISTS (SELECT 1 FROM ${temp.company} b WHERE b.key = c.key AND b.resolve)`;

// An identifier that no record claims any more finds no company.
const chosen = `SELECT b.identifier, f.company_id, coalesce(f.claimants, 0) AS claimants
  FROM ${temp.identifier} b LEFT JOIN ${temp.found} f USING (identifier) WHERE ${claimSql.isLookup('b.identifier')}`;

const insert = (select: string) => `INSERT INTO identifier AS i (identifier, company_id, claimants) ${select}`;
const upsert = (select: string) => `${insert(select)}
  ON CONFLICT (identifier) DO UPDATE
  SET company_id = EXCLUDED.company_id, claimants = EXCLUDED.claimants, version = i.version + 1
  WHERE (i.company_id, i.claimants) IS DISTINCT FROM (EXCLUDED.company_id, EXCLUDED.claimants)`;

/**
 * Most identifiers of new records are new too, and a plain insert is much cheaper than an upsert, which is the
 * fallback.
 */
async function insertOr(client: Client, plain: () => Promise<unknown>, otherwise: () => Promise<unknown>) {
  await client.query('SAVEPOINT plain');
  try {
    await plain();
    await client.query('RELEASE plain');
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    await client.query('ROLLBACK TO plain');
    await otherwise();
  }
}

/** Inserts identifiers with one claimant each. One that no record claims any more may still exist. */
export async function insertAloneIdentifiers(
  client: Client,
  { select, values, mayExist }: { select: string; values: unknown[]; mayExist: boolean },
): Promise<void> {
  const plain = () => client.query(insert(select), values);
  if (mayExist) await insertOr(client, plain, () => client.query(upsert(select), values));
  else await plain();
}

/**
 * Points each identifier of the batch at the company that a lookup returns, with the number of companies that claim it.
 */
export async function saveIdentifiers(client: Client): Promise<void> {
  // Changes need not be collected until a generation exists or a person refers to a company.
  const {
    reported,
    new: isNew,
    shared,
  } = await queryRow<Record<'reported' | 'new' | 'shared', boolean>>(
    client,
    `SELECT EXISTS (SELECT 1 FROM generation) OR EXISTS (SELECT 1 FROM person_reference) AS reported,
       EXISTS (SELECT 1 FROM ${temp.claim}) AS new, EXISTS (SELECT 1 FROM ${temp.identifier}) AS shared`,
  );
  const write = (statement: string) =>
    client.query(
      reported
        ? `WITH written AS (${statement} RETURNING identifier, company_id, version)
           INSERT INTO ${temp.changed_identifier} (identifier, company_id, version) SELECT * FROM written`
        : statement,
    );
  if (isNew)
    await insertOr(
      client,
      () => write(insert(alone)),
      () => write(upsert(alone)),
    );
  if (shared) {
    await client.query(`ANALYZE ${temp.identifier}; ANALYZE ${temp.found}`);
    await write(upsert(chosen));
  }
  if (!reported) return;
  await enqueue(
    client,
    'identifier',
    `SELECT identifier AS id, version, company_id IS NULL AS late FROM ${temp.changed_identifier}
     WHERE ${claimSql.schemeOf('identifier')} IN (${publishedSchemes.map((scheme) => `'${scheme}'`).join(', ')})`,
  );
}

/** Increments the version of every company that the batch changed, and adds it to the outbox and to the next match run. */
export async function saveChangedCompanies(client: Client): Promise<void> {
  await withNestedLoops(client, async () => {
    await client.query(
      `UPDATE company c SET version = version + 1, changed_at = now() FROM ${optimizerFence(temp.changed_company)} b WHERE c.id = b.id`,
    );
    await enqueue(
      client,
      'company',
      `SELECT c.id, c.version, c.redirect_to IS NOT NULL AS late FROM company c JOIN (
         SELECT id FROM ${temp.changed_company}
         UNION SELECT candidate FROM ${temp.company} WHERE action = 'new' AND resolve IS NOT TRUE) changed USING (id)`,
    );
    await noteChangedCompanies(client);
    await enqueueRedirectedRosters(client);
  });
}
