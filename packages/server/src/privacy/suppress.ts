import { OperatorError, OperatorProblem } from '../errors/failure.ts';
import type { AuditedAction } from '../ledger/access/audit.ts';
import { lockWrites } from '../ledger/locks.ts';
import { type Client, type LockWait, type Pool, transaction } from '../ledger/pool.ts';
import {
  findPeople,
  knownSuppressions,
  readHandles,
  readOthers,
  readSlugs,
  suppressPeople,
} from '../ledger/suppression.ts';
import { normalizeEmail } from '../rules/contacts/email.ts';
import { handlesOf } from '../rules/contacts/handles.ts';
import { normalizePhone } from '../rules/contacts/phone.ts';
import { parsePersonSlug } from '../rules/identifiers/network.ts';
import { parseCountry } from '../rules/places/country.ts';
import { deriveId, type Secret } from '../settings/secret.ts';
import { eraseWidened, findErasedIds } from './erased-people.ts';
import { appendSuppression, readSuppressions, type SuppressionEntry } from './suppression-file.ts';

export interface PrivacyDeps {
  pool: Pool;
  secret: Secret;
  home: string;
}

export interface OptOutDeps extends PrivacyDeps, LockWait {
  /** Adds an entry to the audit log, in the same transaction. */
  recordAudit(client: Client, done: AuditedAction): Promise<void>;
}

/** Identifies the person who opts out. Exactly one of the first four is given. */
export interface OptOut {
  id?: string;
  network?: string;
  email?: string;
  phone?: string;
  /** The country of a phone number without a country code. */
  country?: string;
}

export interface Identified {
  /** Person ids and keyed hashes. */
  values: string[];
  slugs: string[];
}

const invalid = (param: string, message: string) => new OperatorProblem('invalid_field', message, param);

function toCountry(text: string | undefined): string | undefined {
  const country = text === undefined ? undefined : parseCountry(text);
  if (text !== undefined && !country) throw invalid('country', `${text} is not an ISO country code.`);
  return country;
}

/** The values of the person that were sent: an id, or keyed hashes. */
export function identify(secret: Secret, optOut: OptOut): Identified {
  const hashed = (kind: 'email' | 'phone' | 'network', value: string | undefined, what: string): Identified => {
    if (!value) throw invalid(kind, `\`${kind}\` is not ${what}.`);
    return { values: handlesOf(secret.contactKeys, kind, value), slugs: kind === 'network' ? [value] : [] };
  };
  if (optOut.id !== undefined) {
    if (!/^p[0-9a-z]{26}$/.test(optOut.id)) throw invalid('person_id', 'The id is not a `person_id` of this service.');
    return { values: [optOut.id], slugs: [] };
  }
  if (optOut.network !== undefined)
    return hashed('network', parsePersonSlug(optOut.network), 'the slug or URL of a profile');
  if (optOut.email !== undefined) return hashed('email', normalizeEmail(optOut.email), 'an email address');
  if (optOut.phone !== undefined)
    return hashed('phone', normalizePhone(optOut.phone, toCountry(optOut.country)), 'a phone number');
  throw new OperatorError('Identify the person with --id, --network, --email or --phone.');
}

/**
 * Adds everything by which these people could be imported again, and everyone who shares an email address with them.
 * Phone numbers are not added, because a whole office may share one; nor ids that now belong to someone else.
 */
export async function widen(client: Client, secret: Secret, identified: Identified) {
  const first = await findPeople(client, identified.values, identified.slugs);
  const shared = emailsOf(await readHandles(client, first));
  const people = await findPeople(client, [...identified.values, ...shared], identified.slugs);
  const handles = await readHandles(client, people);
  const slugs = handles.flatMap(({ network }) => (network ? handlesOf(secret.contactKeys, 'network', network) : []));
  const records = handles.map(({ source, key }) => deriveId('p', secret.personIdKey, { source, key }));
  const others = await readOthers(client, records, people);
  const own = records.filter((id) => !others.has(id));
  return { values: [...new Set([...identified.values, ...slugs, ...emailsOf(handles), ...own])], people };
}

const emailsOf = (handles: readonly { contacts: string[] }[]): string[] =>
  handles.flatMap(({ contacts }) => contacts.filter((hash) => hash.startsWith('email:')));

/** Records an opt-out, first in the file outside the database: once confirmed, it must survive every restore. */
async function record(client: Client, { secret, home }: Omit<PrivacyDeps, 'pool'>, identified: Identified) {
  const { values, people } = await widen(client, secret, identified);
  appendSuppression(home, { at: new Date().toISOString(), values, people });
  return { people: people.length, employments: await suppressPeople(client, values, people) };
}

/**
 * Removes a person permanently: at once from responses, with the next publish from the engine, and from every later
 * import.
 */
export function suppress(deps: OptOutDeps, optOut: OptOut): Promise<{ people: number; employments: number }> {
  const identified = identify(deps.secret, optOut);
  const work = async (client: Client) => {
    await lockWrites(client);
    const removed = await record(client, deps, identified);
    await deps.recordAudit(client, {
      action: 'person.suppress',
      subject: 'opt-out',
      detail: detailOf(optOut, removed),
    });
    return removed;
  };
  return transaction(deps.pool, work, deps);
}

/** How the person was identified. */
export const wayOf = (optOut: OptOut) =>
  (['id', 'network', 'email', 'phone'] as const).find((way) => optOut[way] !== undefined);

/** Says how the person was identified, but not who: neither values nor their hashes go into the audit log. */
const detailOf = (optOut: OptOut, { people, employments }: { people: number; employments: number }) => ({
  by: wayOf(optOut),
  people,
  positions: employments,
});

/**
 * Extends an opt-out by what an import finds: a row rejected by email or phone also has the slug and ids of that
 * person.
 */
export const suppressRefusedWith =
  (deps: Omit<PrivacyDeps, 'pool'>) =>
  async (client: Client, { ids, slugs }: { ids: readonly string[]; slugs: readonly string[] }): Promise<void> => {
    const hashes = slugs.flatMap((slug) => handlesOf(deps.secret.contactKeys, 'network', slug));
    const erased = (id: string) => handlesOf(deps.secret.contactKeys, 'person', id);
    const known = await knownSuppressions(client, [...ids, ...ids.flatMap(erased), ...hashes]);
    // Of people who were erased, the list has only a hash of the id.
    const newIds = ids.filter((id) => ![id, ...erased(id)].some((value) => known.has(value)));
    if (newIds.length > 0 || !hashes.every((hash) => known.has(hash)))
      await record(client, deps, { values: [...newIds, ...hashes], slugs: [...slugs] });
  };

const valuesOf = ({ values, people }: SuppressionEntry): string[] => [...values, ...people];

const entriesAtOnce = 1000;

/** The opt-outs in the file that the ledger does not have. */
async function readMissing({ pool, home }: PrivacyDeps): Promise<SuppressionEntry[]> {
  const entries = readSuppressions(home);
  const missing: SuppressionEntry[] = [];
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const some = entries.slice(at, at + entriesAtOnce);
    const known = await knownSuppressions(pool, some.flatMap(valuesOf));
    missing.push(...some.filter((entry) => !valuesOf(entry).every((value) => known.has(value))));
  }
  return missing;
}

/** The slugs with these hashes. The file contains no slugs, so this hashes every loaded slug. */
async function findSlugs({ pool, secret }: PrivacyDeps, hashes: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (hashes.size === 0) return found;
  for await (const slugs of readSlugs(pool)) {
    for (const slug of slugs) {
      const hash = handlesOf(secret.contactKeys, 'network', slug).find((handle) => hashes.has(handle));
      if (hash !== undefined) found.set(hash, slug);
    }
  }
  return found;
}

/**
 * Applies the opt-outs in the file that the ledger does not have, for example after a restore, before anything is
 * served.
 */
export async function replaySuppressions(deps: PrivacyDeps): Promise<number> {
  const missing = await readMissing(deps);
  const identified = missing.flatMap(valuesOf).filter((value) => value.startsWith('network:'));
  const slugOf = await findSlugs(deps, new Set(identified));
  const idOf = await findErasedIds(
    deps,
    missing.flatMap(({ values }) => values),
  );
  for (const entry of missing) {
    const slugs = entry.values.map((value) => slugOf.get(value)).filter((slug) => slug !== undefined);
    await transaction(deps.pool, async (client) => {
      await lockWrites(client);
      if (entry.erased) {
        const ids = entry.values.map((value) => idOf.get(value)).filter((id) => id !== undefined);
        const widened = await widen(client, deps.secret, { values: [...valuesOf(entry), ...ids], slugs });
        await eraseWidened(client, deps.secret, widened);
        return;
      }
      const { values, people } = await widen(client, deps.secret, { values: valuesOf(entry), slugs });
      await suppressPeople(client, values, people);
    });
  }
  return missing.length;
}
