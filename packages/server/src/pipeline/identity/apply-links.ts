import type { Secret } from '../../core/settings/secret.ts';
import { saveChangedCompanies, saveIdentifiers } from '../../stores/postgres/identity/identifiers.ts';
import { repointPeople, saveEmployments, saveReferences } from '../../stores/postgres/imports/employments.ts';
import type { Client } from '../../stores/postgres/pool.ts';
import { followCompanies } from './described/follow-companies.ts';
import { resolveIdentity } from './resolve.ts';

/**
 * Applies the consequences of changed records and links: identifiers, versions, outbox rows, and people who follow
 * their company.
 */
export async function settleCompanies(client: Client, sourceId: number, secret: Secret): Promise<void> {
  await saveIdentifiers(client);
  await saveChangedCompanies(client);
  await saveReferences(client, sourceId);
  await followCompanies(client, sourceId, secret);
  await repointPeople(client);
  await saveEmployments(client);
}

/** Resolves identity after claims were added or dropped, in the same transaction. */
export async function settle(client: Client, secret: Secret): Promise<void> {
  await resolveIdentity(client, secret);
  await settleCompanies(client, 0, secret);
}
