import { type Client, columnsOf, queryRow } from '../pool.ts';

/** The kinds of documents; the number is stored in the outbox. */
export const documentKinds = { company: 0, employment: 1, identifier: 2, roster: 3 } as const;
export type DocumentKind = keyof typeof documentKinds;
/** The kinds by their number. */
export const kinds = Object.keys(documentKinds) as DocumentKind[];

/** The channel that notifies publishers of pending documents. */
export const outboxChannel = 'orgdex_outbox';

/**
 * Adds documents to the outbox of every retained generation. A row contains the version that must be published, so that
 * a publisher deletes exactly what it has written. Publishers are notified when the transaction commits.
 * @param select returns id, version and late
 */
export async function enqueue(
  client: Client,
  kind: DocumentKind,
  select: string,
  values: unknown[] = [],
): Promise<void> {
  const { any } = await queryRow<{ any: boolean }>(client, 'SELECT EXISTS (SELECT 1 FROM generation) AS any');
  if (!any) return;
  const { rowCount } = await client.query(
    `INSERT INTO outbox (slot, kind, id, version, late)
     SELECT g.slot, ${documentKinds[kind]}, d.id, d.version, d.late FROM (${select}) d CROSS JOIN generation g
     ON CONFLICT (slot, kind, id) DO UPDATE SET version = EXCLUDED.version, late = EXCLUDED.late, tries = 0`,
    values,
  );
  if (rowCount) await client.query(`NOTIFY ${outboxChannel}`);
}

/**
 * Adds documents that the initial scan could not write, so that they are retried like any change. The transaction holds
 * the lock for writes.
 */
export async function enqueueAgain(
  client: Client,
  slot: number,
  kind: DocumentKind,
  documents: readonly { id: string; version: number }[],
): Promise<void> {
  await client.query(
    `INSERT INTO outbox (slot, kind, id, version, late)
     SELECT $1, $2, d.id, d.version, false FROM unnest($3::text[], $4::bigint[]) d (id, version) ON CONFLICT DO NOTHING`,
    [slot, documentKinds[kind], ...columnsOf(documents, 'id', 'version')],
  );
}
