import type { Secret } from '../../../core/settings/secret.ts';
import {
  addNames,
  keepOldNames,
  readBatchNames,
  readNameIndex,
} from '../../../stores/postgres/imports/company-names.ts';
import {
  hasDescriptions,
  moveDescriptions,
  readAffectedDescriptions,
  readNewDescriptions,
  saveDescriptions,
} from '../../../stores/postgres/imports/described-companies.ts';
import type { Client } from '../../../stores/postgres/pool.ts';
import { keysOf, parseDescription } from './described-company.ts';
import { toEntries } from './name-index.ts';
import { hashNames } from './record-names.ts';
import { indexedNames, resolveDescribed } from './resolve-described.ts';

/** Resolves the descriptions of a batch of people that are new to the database. */
export async function linkDescribed(client: Client, secret: Secret): Promise<void> {
  const descriptions = (await readNewDescriptions(client)).map(parseDescription);
  if (descriptions.length === 0) return;
  const links = await resolveDescribed({ database: client, secret, names: indexedNames(client) }, descriptions);
  const keys = descriptions.flatMap((one) => keysOf(one).map((value) => ({ value, ref: one.ref })));
  await saveDescriptions(client, links, keys);
}

/** Must be called before a batch of companies changes records: it may take a name from one. */
export async function keepNames(client: Client, sourceId: number): Promise<void> {
  if (await readNameIndex(client)) await keepOldNames(client, sourceId);
}

/** Updates the index of names; returns the names that companies of the batch have or had. */
async function followNames(client: Client, sourceId: number, secret: Secret): Promise<string[]> {
  if (!(await readNameIndex(client))) return [];
  const { current, old } = await readBatchNames(client, sourceId);
  const entries = toEntries(secret, current);
  const own = entries.filter(({ source_id }) => source_id === sourceId);
  if (own.length > 0) await addNames(client, own);
  const before = old.flatMap((record) => hashNames(secret, record));
  return [...new Set([...entries, ...before].map(({ hash }) => hash))];
}

/**
 * Resolves again the descriptions that a batch of companies may have given another company: one that has the domain or
 * the name, or no longer has it.
 */
export async function followCompanies(client: Client, sourceId: number, secret: Secret): Promise<void> {
  const names = await followNames(client, sourceId, secret);
  if (!(await hasDescriptions(client))) return;
  const affected = (await readAffectedDescriptions(client, names)).map(parseDescription);
  if (affected.length === 0) return;
  const deps = { database: client, secret, names: indexedNames(client) };
  await moveDescriptions(client, await resolveDescribed(deps, affected));
}
