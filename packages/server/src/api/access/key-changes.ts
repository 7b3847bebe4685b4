import {
  type ApiKey,
  defaultOverlapHours,
  type IssuedKey,
  type KeyChange,
  type KeyTerms,
  type Plan,
  reconcileScope,
} from '@orgdex/contract';
import { Failure, invalidField } from '../../core/errors/failure.ts';
import { parseAddress } from '../../core/ip-addresses.ts';
import { quote, shorten } from '../../core/output/escape.ts';
import { readAccount, readPlan, type StoredAccount } from '../../stores/postgres/access/accounts.ts';
import {
  expireKey,
  type NewKey,
  readKey,
  readKeys,
  saveKeyTerms,
  saveReplacement,
  setKeyRevoked,
  storeKey,
} from '../../stores/postgres/access/api-keys.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { parseAccountName, putAccount } from './accounts.ts';
import { type Change, type ChangeDeps, change, differenceOf } from './audited-change.ts';
import { hashOf, hintOf, isForUrls, newKeyFor, randomLetters } from './key-form.ts';

interface Asked {
  readonly terms: KeyTerms;
  /** Create the account if it does not exist. */
  readonly makeAccount?: boolean;
}

const beyondPlan = (param: string, value: string, { name }: Plan): Failure =>
  invalidField(
    param,
    `must not include ${value}: plan "${name}" does not allow it. Change the plan first, or leave ${value} out.`,
  );

/** A key that lists more than its plan allows would be misleading. */
function checkPlan({ scopes, countries }: Pick<ParsedTerms, 'scopes' | 'countries'>, plan: Plan): void {
  const scope = scopes.find((one) => one !== 'admin' && !plan.scopes.includes(one));
  if (scope) throw beyondPlan('scopes', scope, plan);
  const country = countries?.find((one) => plan.countries && !plan.countries.includes(one));
  if (country) throw beyondPlan('countries', country, plan);
}

async function ownerOf(within: Change, name: string, makeAccount: boolean): Promise<StoredAccount> {
  const account = await readAccount(within.client, name);
  if (account) return account;
  if (makeAccount) return putAccount(within, { name, terms: {} });
  throw new Failure('account_not_found', {
    param: 'account',
    message: `Account "${name}" does not exist. Create it first.`,
  });
}

/** The terms of a key, and all that the audit log contains of it: never the key, nor anything derived from it. */
const termsOf = ({ mode, label, scopes, countries, addresses, expires_at, records_people }: ParsedTerms) => ({
  mode,
  label,
  scopes,
  countries,
  addresses,
  expires_at,
  records_people,
});

/** Stores a new key inside a change. */
async function storeNewKey(
  { client, record }: Change,
  { owner, terms, replaces }: { owner: StoredAccount; terms: ParsedTerms; replaces?: string },
): Promise<IssuedKey> {
  const key = newKeyFor(terms);
  const row: NewKey = {
    id: `key_${randomLetters(12)}`,
    account_id: owner.id,
    hash: hashOf(key),
    hint: hintOf(key),
    ...termsOf(terms),
  };
  await storeKey(client, row);
  const detail = { account: owner.name, ...termsOf(terms), ...(replaces && { replaces }) };
  await record({ action: 'key.issue', subject: `key:${row.id}`, detail });
  return { key, details: (await readKey(client, row.id)) as ApiKey };
}

/** Creates a key. Its text is in the response and nowhere else. */
export function issueKey(deps: ChangeDeps, { terms, makeAccount = false }: Asked): Promise<IssuedKey> {
  const parsed = parseTerms(terms);
  const name = parseAccountName(terms.account, 'account');
  return change(deps, async (within) => {
    const owner = await ownerOf(within, name, makeAccount);
    checkPlan(parsed, (await readPlan(within.client, owner.plan)) as Plan);
    return storeNewKey(within, { owner, terms: parsed });
  });
}

/** The complete, validated terms of a key. */
export type ParsedTerms = Pick<
  ApiKey,
  'mode' | 'label' | 'scopes' | 'countries' | 'addresses' | 'expires_at' | 'records_people'
>;

function parseAddresses(addresses: readonly string[] | null): string[] | null {
  if (!addresses) return null;
  return addresses.map((text) => {
    const address = parseAddress(text);
    if (address) return address;
    throw invalidField(
      'addresses',
      `must contain IP addresses or networks, such as 203.0.113.7 or 10.0.0.0/8; got ${quote(text)}.`,
    );
  });
}

/** A timestamp in the future. */
function parseExpiry(text: string | null): string | null {
  if (text === null) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw invalidField('expires_at', `must be a timestamp such as 2027-01-31T00:00:00Z; got ${quote(text)}.`);
  if (moment.getTime() <= Date.now()) throw invalidField('expires_at', 'must be in the future.');
  return moment.toISOString();
}

function parseTerms(terms: Omit<KeyTerms, 'account'>): ParsedTerms {
  const { scopes, mode = 'live', label = null, countries = null, addresses = null, expires_at = null } = terms;
  const { records_people = false } = terms;
  if (label !== null && /\p{C}/u.test(label)) throw invalidField('label', 'must not contain control characters.');
  if (mode === 'test' && scopes.includes('admin')) {
    throw invalidField('scopes', 'must not include admin for a test key. Create a live key instead.');
  }
  if (isForUrls(scopes) && scopes.length > 1) {
    throw invalidField('scopes', `must contain ${reconcileScope} alone: OpenRefine sends such a key in URLs.`);
  }
  return {
    scopes,
    mode,
    label,
    countries,
    records_people,
    addresses: parseAddresses(addresses),
    expires_at: parseExpiry(expires_at),
  };
}

/** Checks only the requested fields: a key beyond a plan that was narrowed later can still get a new label. */
async function checkAsked({ client }: Change, account: string, { scopes = [], countries = null }: KeyChange) {
  const { plan } = (await readAccount(client, account)) as StoredAccount;
  checkPlan({ scopes, countries }, (await readPlan(client, plan)) as Plan);
}

/** A key that was sent in URLs must never open anything else, and its prefix would no longer say what it is. */
function checkKind(before: readonly string[], after: readonly string[]): void {
  if (isForUrls(before) === isForUrls(after)) return;
  throw invalidField('scopes', `cannot change to or from ${reconcileScope}. Create another key instead.`);
}

/** Updates the terms of a key; omitted fields keep their values. Running processes are notified. */
export function changeKey(deps: ChangeDeps, { id, terms }: { id: string; terms: KeyChange }): Promise<ApiKey> {
  return change(deps, async (within) => {
    const key = await keyOf(within, id);
    checkLives(key);
    const before = termsOf(key);
    const after = parseTerms({ ...before, ...terms });
    checkKind(before.scopes, after.scopes);
    await checkAsked(within, key.account, terms);
    const difference = differenceOf(before, after);
    if (!difference) return key;
    await saveKeyTerms(within.client, { id, ...after });
    const detail = { account: key.account, ...difference };
    await within.record({ action: 'key.change', subject: `key:${id}`, detail });
    await within.notifyAll();
    return keyOf(within, id);
  });
}

const hourMs = 3_600_000;
const idShape = /^key_[0-9A-Za-z]{12}$/;

/** All keys, or those of one account. */
export const listKeys = ({ pool }: { pool: Queryable }, account?: string): Promise<ApiKey[]> => readKeys(pool, account);

async function keyOf({ client }: Change, id: string): Promise<ApiKey> {
  const key = idShape.test(id) ? await readKey(client, id) : undefined;
  if (!key) throw new Failure('key_not_found', { param: 'id', message: `No API key has the id ${shorten(id)}.` });
  return key;
}

/** Revokes a key everywhere; a revoked key stays as it is. */
export function revokeKey(deps: ChangeDeps, id: string): Promise<ApiKey> {
  return change(deps, async (within) => {
    const key = await keyOf(within, id);
    if (key.revoked_at) return key;
    await setKeyRevoked(within.client, id);
    await within.record({ action: 'key.revoke', subject: `key:${id}`, detail: { account: key.account } });
    await within.notifyRevoked(id);
    return keyOf(within, id);
  });
}

/** The old key stays valid for the overlap, or is revoked at once. */
async function endBy(within: Change, id: string, overlapHours: number): Promise<void> {
  if (overlapHours > 0) {
    await expireKey(within.client, id, new Date(Date.now() + overlapHours * hourMs));
    return within.notifyAll();
  }
  await setKeyRevoked(within.client, id);
  await within.notifyRevoked(id);
}

function checkLives({ revoked_at, expires_at }: ApiKey): void {
  const hasEnded = revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());
  if (hasEnded)
    throw new Failure('key_not_found', { param: 'id', message: 'The key is revoked or expired. Create a new one.' });
}

/** A second rotation would copy the expiry that the first one set. */
function checkNotReplaced({ replaced_by }: ApiKey): void {
  if (replaced_by === null) return;
  const message = `The key was already replaced by ${replaced_by}. Rotate that one.`;
  throw new Failure('key_not_found', { param: 'id', message });
}

/** Replaces a key by a new one with the same terms. */
export function rotateKey(
  deps: ChangeDeps,
  { id, overlapHours = defaultOverlapHours }: { id: string; overlapHours?: number | undefined },
): Promise<IssuedKey> {
  return change(deps, async (within) => {
    const old = await keyOf(within, id);
    checkLives(old);
    checkNotReplaced(old);
    const owner = (await readAccount(within.client, old.account)) as StoredAccount;
    const issued = await storeNewKey(within, { owner, terms: old, replaces: id });
    await saveReplacement(within.client, id, issued.details.id);
    await endBy(within, id, overlapHours);
    const detail = { account: old.account, replaced_by: issued.details.id, overlap_hours: overlapHours };
    await within.record({ action: 'key.rotate', subject: `key:${id}`, detail });
    return issued;
  });
}
