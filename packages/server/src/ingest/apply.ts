import {
  type CompanyBatch,
  countCompanies,
  findSeeds,
  loadCompanies,
  saveClaims,
  saveRecords,
} from '../ledger/company-batch.ts';
import { repointPeople, saveEmployments, saveNewEmployments } from '../ledger/employments.ts';
import { saveChangedCompanies, saveIdentifiers } from '../ledger/identifiers.ts';
import {
  countPeople,
  dropUnusedSlugs,
  findCompanies,
  joinBySlug,
  loadPeople,
  moveJoined,
  type PersonBatch,
  readParted,
  savePeople,
  setOwnIds,
} from '../ledger/person-batch.ts';
import type { Client } from '../ledger/pool.ts';
import { noteReferences } from '../ledger/references.ts';
import { deriveId, type Secret } from '../secret.ts';
import { resolveIdentity } from './resolve.ts';

/** Takes one batch of staged companies into the ledger, inside the caller's transaction. */
export async function applyCompanies(
  client: Client,
  batch: CompanyBatch,
  secret: Secret,
): Promise<{ accepted: number }> {
  await loadCompanies(client, batch);
  await saveClaims(client, batch);
  await findSeeds(client, batch);
  await saveRecords(client, batch);
  const { accepted, resolve } = await countCompanies(client);
  if (resolve > 0) await resolveIdentity(client, secret);
  if (accepted > 0) await settleCompanies(client, batch.sourceId);
  return { accepted };
}

/** What follows from changed records and links: identifiers, versions, marks, and the people who follow their company. */
export async function settleCompanies(client: Client, sourceId: number): Promise<void> {
  await saveIdentifiers(client);
  await saveChangedCompanies(client);
  await noteReferences(client, sourceId);
  await repointPeople(client);
  await saveEmployments(client);
}

/** Takes one batch of staged people into the ledger, inside the caller's transaction. */
export async function applyPeople(
  client: Client,
  batch: PersonBatch & { source: string },
  secret: Secret,
): Promise<{ accepted: number; suppressed: number }> {
  await loadPeople(client, batch);
  await findCompanies(client, batch);
  const parted = await readParted(client, batch);
  await setOwnIds(
    client,
    parted.map((row) => ({ key: row.key, id: idAfterParting(row, batch.source, secret) })),
  );
  await joinBySlug(client);
  await moveJoined(client);
  await savePeople(client, batch);
  await dropUnusedSlugs(client);
  await saveNewEmployments(client);
  await saveEmployments(client);
  return countPeople(client);
}

/** The id stays with the founder's part; where someone else stays under it, the one who leaves takes the next. */
function idAfterParting(
  row: { key: string; candidate: string; old_person_id: string; shared: boolean },
  source: string,
  secret: Secret,
): string {
  if (!row.shared) return row.old_person_id;
  if (row.candidate !== row.old_person_id) return row.candidate;
  return deriveId('p', secret.personIdKey, { source, key: row.key, nth: 1 });
}
