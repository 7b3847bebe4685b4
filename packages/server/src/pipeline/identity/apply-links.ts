import type { Secret } from '../../core/settings/secret.ts';
import { saveChangedCompanies, saveIdentifiers } from '../../stores/postgres/identity/identifiers.ts';
import { repointPeople, saveEmployments, saveReferences } from '../../stores/postgres/imports/employments.ts';
import type { Client } from '../../stores/postgres/pool.ts';
import { type ChangedBatch, followCompanies } from './described/follow-companies.ts';
import { resolveIdentity } from './resolve.ts';

/**
 * Applies the consequences of changed records and links: identifiers, versions, outbox rows, and people who follow
 * their company.
 */
export async function settleCompanies(client: Client, batch: ChangedBatch, secret: Secret): Promise<void> {
  await saveIdentifiers(client);
  await saveChangedCompanies(client);
  await saveReferences(client, batch.sourceId);
  await followCompanies(client, batch, secret);
  await repointPeople(client);
  await saveEmployments(client);
}

/** Resolves identity after claims were added or dropped, in the same transaction. */
export async function settle(client: Client, secret: Secret): Promise<void> {
  await resolveIdentity(client, secret);
  await settleCompanies(client, { sourceId: 0, oldNames: [] }, secret);
}
