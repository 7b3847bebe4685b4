import type { Secret } from '../../core/settings/secret.ts';
import { handlesOf, isPersonId } from '../../knowledge/rules/contacts/handles.ts';
import {
  dropUnusedReferences,
  erasePeople,
  readErasedRecords,
  readPersonIds,
} from '../../stores/postgres/people/erasure.ts';
import { clearStaged } from '../../stores/postgres/people/staged-people.ts';
import type { Client, Pool } from '../../stores/postgres/pool.ts';
import { isDescription, keysOf, parseDescription } from '../identity/described/described-company.ts';

/** Everything by which people could be imported again: ids and keyed hashes, and the ids that they have. */
export interface Widened {
  values: readonly string[];
  people: readonly string[];
}

/** The ids of people as keyed hashes: like a contact value, they can be recognized but not recovered. */
export const hashId = ({ contactKeys }: Secret, id: string): string[] => handlesOf(contactKeys, 'person', id);

/** Splits what identifies people into their ids, and keyed hashes of everything. */
export function toKeyed(secret: Secret, { values, people }: Widened): { ids: string[]; keyed: string[] } {
  const ids = [...new Set([...values.filter(isPersonId), ...people])];
  const hashes = [...values.filter((value) => !isPersonId(value)), ...ids.flatMap((id) => hashId(secret, id))];
  return { ids, keyed: [...new Set(hashes)] };
}

/** How a person names a company, and what a description depends on. */
export const toReference = (ref: string) => ({ ref, keys: isDescription(ref) ? keysOf(parseDescription(ref)) : [] });

/** Removes people and everything that names them, in the caller's transaction. */
export async function eraseWidened(
  client: Client,
  secret: Secret,
  widened: Widened,
): Promise<{ positions: number; unclearedRuns: number[] }> {
  const { ids, keyed } = toKeyed(secret, widened);
  const records = await readErasedRecords(client, ids);
  const positions = await erasePeople(client, keyed, ids);
  await dropUnusedReferences(client, [...new Set(records.map(({ company_ref }) => company_ref))].map(toReference));
  const unclearedRuns = await clearStaged(client, { values: keyed, people: ids, records });
  return { positions, unclearedRuns };
}

/** The ids of loaded people with these hashes. The list has no ids of erased people, so this hashes every id. */
export async function findErasedIds(
  { pool, secret }: { pool: Pool; secret: Secret },
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(values.filter((value) => value.startsWith('person:')));
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  for await (const ids of readPersonIds(pool)) {
    for (const id of ids) {
      const hash = hashId(secret, id).find((value) => wanted.has(value));
      if (hash !== undefined) found.set(hash, id);
    }
  }
  return found;
}
