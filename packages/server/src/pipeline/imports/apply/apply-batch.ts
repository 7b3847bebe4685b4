import { deriveId, type Secret } from '../../../core/settings/secret.ts';
import {
  type CompanyBatch,
  changeRecords,
  findSeeds,
  hasUnresolved,
  insertRecords,
  loadCompanies,
  saveClaims,
} from '../../../stores/postgres/imports/company-batch.ts';
import { saveEmployments, saveNewEmployments } from '../../../stores/postgres/imports/employments.ts';
import {
  countPeople,
  dropLeftSlugs,
  dropUnusedSlugs,
  findCompanies,
  joinBySlug,
  loadPeople,
  moveJoined,
  type PersonBatch,
  readHeldIds,
  readRefused,
  readSplitPeople,
  refuseSlugs,
  type SplitPerson,
  savePeople,
  saveRetiredIds,
  setOwnIds,
} from '../../../stores/postgres/imports/person-batch.ts';
import type { Client } from '../../../stores/postgres/pool.ts';
import { settleCompanies } from '../../identity/apply-links.ts';
import { linkDescribed, namesBefore } from '../../identity/described/follow-companies.ts';
import { resolveIdentity } from '../../identity/resolve.ts';
import type { WideIdentifier } from '../../identity/widest-identifier.ts';
import type { ImportDeps } from '../run-context.ts';

/** Applies one batch of staged companies to the database, in the caller's transaction. */
export async function applyCompanies(
  client: Client,
  batch: CompanyBatch,
  secret: Secret,
): Promise<{ accepted: number; widest?: WideIdentifier | undefined }> {
  const accepted = await loadCompanies(client, batch);
  if (accepted === 0) return { accepted };
  await findSeeds(client, batch);
  const oldNames = batch.first ? [] : await namesBefore(client, batch.sourceId);
  await saveClaims(client, batch);
  await changeRecords(client, batch);
  const widest = (await hasUnresolved(client)) ? await resolveIdentity(client, secret) : undefined;
  await insertRecords(client, batch);
  await settleCompanies(client, { sourceId: batch.sourceId, oldNames }, secret);
  return { accepted, widest };
}

/** Applies one batch of staged people to the database, in the caller's transaction. */
export async function applyPeople(
  client: Client,
  batch: PersonBatch & { source: string },
  { secret, suppressRefused }: Pick<ImportDeps, 'secret' | 'suppressRefused'>,
): Promise<{ accepted: number; suppressed: number }> {
  if ((await loadPeople(client, batch)) === 0) return { accepted: 0, suppressed: 0 };
  const refused = await readRefused(client, batch);
  if (refused.length > 0) {
    await suppressRefused(client, refused);
    await refuseSlugs(client, [...new Set(refused.flatMap(({ slugs }) => slugs))]);
  }
  await linkDescribed(client, secret);
  await findCompanies(client, batch);
  const split = await readSplitPeople(client, batch);
  await setOwnIds(client, await idsAfterSplit(client, split, (founder) => personIdOf(batch.source, founder, secret)));
  await dropLeftSlugs(
    client,
    split.filter(({ shared }) => !shared).map(({ key }) => key),
  );
  await joinBySlug(client);
  await moveJoined(client);
  await savePeople(client, batch);
  await saveRetiredIds(client);
  await dropUnusedSlugs(client);
  await saveNewEmployments(client);
  await saveEmployments(client);
  return countPeople(client);
}

type Founder = { key: string; nth: number };

const personIdOf = (source: string, founder: Founder, secret: Secret) =>
  deriveId('p', secret.personIdKey, { source, ...founder });

/**
 * The id stays with the records that keep it. A record that leaves gets the first of its own ids that no other record
 * has.
 */
async function idsAfterSplit(
  client: Client,
  split: readonly SplitPerson[],
  idOf: (founder: Founder) => string,
): Promise<{ key: string; id: string }[]> {
  const chosen: { key: string; id: string }[] = [];
  let open: Founder[] = [];
  for (const { key, old_person_id, shared } of split) {
    if (shared || old_person_id === null) open.push({ key, nth: 0 });
    else chosen.push({ key, id: old_person_id });
  }
  while (open.length > 0) {
    const next = open.map((founder) => ({ ...founder, id: idOf(founder) }));
    const held = await readHeldIds(
      client,
      next.map(({ id }) => id),
    );
    chosen.push(...next.filter(({ id }) => !held.has(id)));
    open = next.filter(({ id }) => held.has(id)).map(({ key, nth }) => ({ key, nth: nth + 1 }));
  }
  return chosen;
}
