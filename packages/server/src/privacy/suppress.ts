import { OperatorError } from '../failure.ts';
import { lockWrites } from '../ledger/locks.ts';
import { type Client, type Pool, transaction } from '../ledger/pool.ts';
import { findPeople, knownSuppressions, readHandles, suppressPeople } from '../ledger/suppression.ts';
import { normaliseEmail } from '../rules/email.ts';
import { handlesOf } from '../rules/handles.ts';
import { parsePersonSlug } from '../rules/network.ts';
import { normalisePhone } from '../rules/phone.ts';
import { deriveId, type Secret } from '../secret.ts';
import { appendSuppression, readSuppressions } from './suppression-file.ts';

export interface PrivacyDeps {
  pool: Pool;
  secret: Secret;
  home: string;
}

/** Who opts out: exactly one way to name them. */
export interface OptOut {
  id?: string;
  network?: string;
  email?: string;
  phone?: string;
  /** Of a phone number without a country code. */
  country?: string;
}

interface Named {
  values: string[];
  slug: string | undefined;
}

function toNamed(secret: Secret, optOut: OptOut): Named {
  const hashed = (kind: 'email' | 'phone' | 'network', value: string | undefined, what: string): Named => {
    if (!value) throw new OperatorError(`That is not ${what}.`);
    return { values: handlesOf(secret.contactKeys, kind, value), slug: kind === 'network' ? value : undefined };
  };
  if (optOut.id !== undefined) {
    if (!/^p[0-9a-z]{26}$/.test(optOut.id)) throw new OperatorError('That is not a person_id of this service.');
    return { values: [optOut.id], slug: undefined };
  }
  if (optOut.network !== undefined)
    return hashed('network', parsePersonSlug(optOut.network), 'the slug or URL of a profile');
  if (optOut.email !== undefined) return hashed('email', normaliseEmail(optOut.email), 'an e-mail address');
  if (optOut.phone !== undefined)
    return hashed('phone', normalisePhone(optOut.phone, optOut.country), 'a phone number');
  throw new OperatorError('Name the person by --id, --network, --email or --phone.');
}

/** Everything by which the named people could come back. A phone may be the whole office's, so theirs is not added. */
async function widen(client: Client, secret: Secret, named: Named) {
  const people = await findPeople(client, named.values, named.slug);
  const handles = await readHandles(client, people);
  const slugs = handles.flatMap(({ network }) => (network ? handlesOf(secret.contactKeys, 'network', network) : []));
  const emails = handles.flatMap(({ contacts }) => contacts.filter((hash) => hash.startsWith('email:')));
  const records = handles.map(({ source, key }) => deriveId('p', secret.personIdKey, { source, key }));
  return { values: [...new Set([...named.values, ...slugs, ...emails, ...records])], people };
}

/** Takes a person out for good: at once in answers, at the next step in the engine, for ever at import. */
export function suppress(
  { pool, secret, home }: PrivacyDeps,
  optOut: OptOut,
): Promise<{ people: number; employments: number }> {
  const named = toNamed(secret, optOut);
  return transaction(pool, async (client) => {
    await lockWrites(client);
    const { values, people } = await widen(client, secret, named);
    // First outside the database: an opt-out that was confirmed must outlive every restore.
    appendSuppression(home, { at: new Date().toISOString(), values, people });
    const employments = await suppressPeople(client, values, people);
    return { people: people.length, employments };
  });
}

/** Applies what the file outside the database knows and the ledger does not: after a restore, before anything is served. */
export async function replaySuppressions({ pool, home }: PrivacyDeps): Promise<number> {
  let replayed = 0;
  for (const { values, people } of readSuppressions(home)) {
    const all = [...values, ...people];
    const known = await knownSuppressions(pool, all);
    if (all.every((value) => known.has(value))) continue;
    await transaction(pool, async (client) => {
      await lockWrites(client);
      const found = await findPeople(client, all, undefined);
      await suppressPeople(client, all, found);
    });
    replayed += 1;
  }
  return replayed;
}
