import type { Progress } from '../../../core/output/progress.ts';
import type { Secret } from '../../../core/settings/secret.ts';
import { nameRulesHash } from '../../../knowledge/rules/names/name-rules-hash.ts';
import {
  addNames,
  completeNameIndex,
  type RecordName,
  type RecordNames,
  readAllNames,
  readNameIndex,
  startNameIndex,
} from '../../../stores/postgres/imports/company-names.ts';
import { lockNameIndex, lockWrites, unlockNameIndex } from '../../../stores/postgres/locks.ts';
import { type Client, inTransaction, type Pool, type Queryable } from '../../../stores/postgres/pool.ts';
import { hashNames } from './record-names.ts';
import type { NameLocator } from './resolve-described.ts';

export const toEntries = (secret: Secret, records: readonly (RecordNames & RecordName)[]) =>
  records.flatMap((record) =>
    hashNames(secret, record).map(({ hash }) => ({ hash, source_id: record.source_id, key: record.key })),
  );

/** Whether the names of all records can be found by the index. */
export async function isNameIndexComplete(database: Queryable): Promise<boolean> {
  const state = await readNameIndex(database);
  return state?.complete === true && state.rules === nameRulesHash();
}

interface IndexDeps {
  pool: Pool;
  client: Client;
  secret: Secret;
  progress: Progress;
}

/**
 * Fills the index of company names from all records, unless it is complete. Imports that run meanwhile add their own
 * names, because the index has started before. After an interruption, the next import fills it again.
 */
export async function ensureNameIndex(deps: IndexDeps): Promise<void> {
  if (await isNameIndexComplete(deps.client)) return;
  await lockNameIndex(deps.client);
  try {
    if (!(await isNameIndexComplete(deps.client))) await fillNameIndex(deps);
  } finally {
    await unlockNameIndex(deps.client).catch(() => {});
  }
}

async function fillNameIndex({ pool, client, secret, progress }: IndexDeps): Promise<void> {
  const rules = nameRulesHash();
  await inTransaction(client, async () => {
    await lockWrites(client);
    await startNameIndex(client, rules);
  });
  let read = 0;
  for await (const records of readAllNames(pool)) {
    await addNames(client, toEntries(secret, records));
    read += records.length;
    progress.report('indexing company names', read);
  }
  await completeNameIndex(client, rules);
}

/** For a dry run, which writes nothing: reads the names of all records and keeps those that are wanted. */
export async function scanNames(
  { pool, secret, progress }: Pick<IndexDeps, 'pool' | 'secret' | 'progress'>,
  wanted: ReadonlySet<string>,
): Promise<NameLocator> {
  const found = new Map<string, RecordName[]>();
  let read = 0;
  for await (const records of readAllNames(pool)) {
    for (const { hash, ...record } of toEntries(secret, records)) {
      if (!wanted.has(hash)) continue;
      const known = found.get(hash);
      if (known) known.push(record);
      else found.set(hash, [record]);
    }
    read += records.length;
    progress.report('reading company names', read);
  }
  const located = (hash: string) => (found.get(hash) ?? []).map((record) => ({ hash, ...record }));
  return {
    own: async (names) =>
      names.flatMap(({ hash, sourceId }) => located(hash).filter(({ source_id }) => source_id === sourceId)),
    all: async (hashes) => hashes.flatMap(located),
  };
}
