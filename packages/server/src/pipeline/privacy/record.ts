import type { Secret } from '../../core/settings/secret.ts';
import type { HandleKind } from '../../knowledge/rules/contacts/handles.ts';
import { type StoredOptOut, storeOptOuts, storeValues } from '../../stores/postgres/opt-outs.ts';
import type { Client, Pool } from '../../stores/postgres/pool.ts';
import { removePeople, storeRemovedHandles } from '../../stores/postgres/suppression.ts';
import { appendSuppressions, type SuppressionEntry } from './suppression-file.ts';
import { type Coverage, widen } from './widen.ts';

export interface PrivacyDeps {
  pool: Pool;
  secret: Secret;
  home: string;
}

/** An opt-out to record, or what extends one. */
export interface ToRecord {
  /** Of the receipt; empty if the opt-out has none. */
  id: string;
  /** How the person was identified; absent if this extends an opt-out. */
  by?: string;
  values: readonly string[];
  slugs: readonly string[];
}

export type Receipt = StoredOptOut;

/** Stores what opt-outs cover and removes the people; returns how many positions each person lost. */
export async function applyCoverage(
  client: Client,
  covered: readonly (Pick<Coverage, 'people' | 'values' | 'handles'> & { id: string })[],
): Promise<Map<string, number>> {
  await storeValues(
    client,
    covered.flatMap(({ id, values, people }) => [...values, ...people].map((value) => ({ id, value }))),
  );
  await storeRemovedHandles(
    client,
    covered.flatMap(({ handles }) =>
      Object.entries(handles).flatMap(([person, own]) => own.map((handle) => ({ person, handle }))),
    ),
  );
  return removePeople(client, [...new Set(covered.flatMap(({ people }) => people))]);
}

/** How many different values of a kind there are: one may have a hash of each form and under each version of the key. */
function countKind(values: readonly string[], kind: HandleKind): number {
  const byForm: Record<string, number> = {};
  for (const value of values.filter((one) => one.startsWith(`${kind}:`))) {
    const form = value.slice(0, value.lastIndexOf(':'));
    byForm[form] = (byForm[form] ?? 0) + 1;
  }
  return Math.max(0, ...Object.values(byForm));
}

function receiptOf(id: string, by: string, covered: Coverage, positions: ReadonlyMap<string, number>): Receipt {
  return {
    id,
    at: new Date().toISOString(),
    by,
    people: covered.people.length,
    positions: covered.people.reduce((sum, person) => sum + (positions.get(person) ?? 0), 0),
    emails: countKind(covered.values, 'email'),
    phones: countKind(covered.values, 'phone'),
    profiles: countKind(covered.values, 'network'),
    lifted_at: null,
    lift_reason: null,
  };
}

function entryOf({ id }: ToRecord, covered: Coverage, issued: Receipt | undefined): SuppressionEntry {
  const at = issued?.at ?? new Date().toISOString();
  if (!issued) return { at, ...(id !== '' && { id }), ...covered };
  const { id: _, at: __, lifted_at: ___, lift_reason: ____, ...receipt } = issued;
  return { at, id, receipt, ...covered };
}

/**
 * Records opt-outs in the caller's transaction, and in the file outside the database before that transaction commits: once
 * confirmed, they must survive every restore. Returns the receipts of those that are not extensions.
 */
export async function record(
  client: Client,
  { secret, home }: Omit<PrivacyDeps, 'pool'>,
  optOuts: readonly ToRecord[],
): Promise<Receipt[]> {
  const covered = await widen(client, secret, optOuts);
  const positions = await applyCoverage(
    client,
    optOuts.map(({ id }, at) => ({ id, ...(covered[at] as Coverage) })),
  );
  const receipts = optOuts.map(({ id, by }, at) =>
    by === undefined ? undefined : receiptOf(id, by, covered[at] as Coverage, positions),
  );
  const issued = receipts.filter((receipt) => receipt !== undefined);
  await storeOptOuts(client, issued);
  appendSuppressions(
    home,
    optOuts.map((optOut, at) => entryOf(optOut, covered[at] as Coverage, receipts[at])),
  );
  return issued;
}
