import { handlesOf } from '../../knowledge/rules/contacts/handles.ts';
import type { Refused } from '../../stores/postgres/imports/person-batch.ts';
import { readListed, readValues } from '../../stores/postgres/opt-outs.ts';
import type { Client } from '../../stores/postgres/pool.ts';
import { hashId } from './erased-people.ts';
import { type PrivacyDeps, record } from './record.ts';

/** What each opt-out learns from the rows that it rejected. */
function learnedOf(refused: readonly Refused[]): Map<string, { ids: Set<string>; slugs: Set<string> }> {
  const learned = new Map<string, { ids: Set<string>; slugs: Set<string> }>();
  for (const { ids, slugs, optOuts } of refused) {
    for (const id of optOuts) {
      const known = learned.get(id) ?? { ids: new Set(), slugs: new Set() };
      for (const one of ids) known.ids.add(one);
      for (const one of slugs) known.slugs.add(one);
      learned.set(id, known);
    }
  }
  return learned;
}

/** Those of these ids that are not of people who were erased: of these, the list has only a hash of the id. */
async function notErased(client: Client, { secret }: Pick<PrivacyDeps, 'secret'>, refused: readonly Refused[]) {
  const ids = refused.flatMap((row) => row.ids);
  const listed = await readListed(
    client,
    ids.flatMap((id) => hashId(secret, id)),
  );
  const isErased = (id: string) => hashId(secret, id).some((hash) => listed.has(hash));
  return refused.map((row) => ({ ...row, ids: row.ids.filter((id) => !isErased(id)) }));
}

/**
 * Extends opt-outs by what an import finds: a row rejected by email or phone also has the slug and ids of that person. Each
 * extension belongs to the opt-outs that rejected the row, and is lifted with them.
 */
export const suppressRefusedWith =
  (deps: Omit<PrivacyDeps, 'pool'>) =>
  async (client: Client, refused: readonly Refused[]): Promise<void> => {
    const learned = [...learnedOf(await notErased(client, deps, refused))].map(([id, { ids, slugs }]) => ({
      id,
      slugs: [...slugs],
      values: [...ids, ...[...slugs].flatMap((slug) => handlesOf(deps.secret.contactKeys, 'network', slug))],
    }));
    const pairs = await readValues(
      client,
      learned.flatMap(({ values }) => values),
      learned.map(({ id }) => id),
    );
    const known = new Set(pairs.map(({ id, value }) => `${id} ${value}`));
    const news = learned.filter(({ id, values }) => values.some((value) => !known.has(`${id} ${value}`)));
    if (news.length > 0) await record(client, deps, news);
  };
