import { saveChangedCompanies, saveIdentifiers } from '../ledger/identity/identifiers.ts';
import { repointPeople, saveEmployments } from '../ledger/imports/employments.ts';
import { saveReferences } from '../ledger/imports/person-references.ts';
import type { Client } from '../ledger/pool.ts';
import type { Secret } from '../settings/secret.ts';
import { resolveIdentity } from './resolve.ts';

/** What follows from changed records and links: identifiers, versions, marks, and the people who follow their company. */
export async function settleCompanies(client: Client, sourceId: number): Promise<void> {
  await saveIdentifiers(client);
  await saveChangedCompanies(client);
  await saveReferences(client, sourceId);
  await repointPeople(client);
  await saveEmployments(client);
}

/** Draws the links again after claims were added or taken back, in the same transaction. */
export async function settle(client: Client, secret: Secret): Promise<void> {
  await resolveIdentity(client, secret);
  await settleCompanies(client, 0);
}
