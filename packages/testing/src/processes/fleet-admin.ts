import { randomBytes } from 'node:crypto';
import type { IssuedKey, PlanTerms, ServiceStatus } from '@orgdex/contract';
import type { Installation } from './installation.ts';

/** Limits that are too high to affect a measurement. */
const plenty = { rate: 10_000, burst: 100_000 } as const;

export interface FleetKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
}

const freshName = (what: string) => `${what}-${randomBytes(5).toString('hex')}`;

/** Creates plans, accounts and keys with the admin API. */
export async function openFleetAdmin({ orgdex }: Installation, base: () => string) {
  const name = freshName('operator');
  await orgdex('plan', 'set', name, '--rate', String(plenty.rate), '--burst', String(plenty.burst));
  await orgdex('account', 'create', name, '--plan', name);
  const { out } = await orgdex('key', 'create', '--account', name, '--create-account', '--scope', 'admin');

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(base() + path, {
      method,
      headers: {
        authorization: `Bearer ${out.trim()}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path} returned ${response.status}: ${answer}`);
    return JSON.parse(answer);
  }

  async function openAccount(terms: PlanTerms = {}): Promise<string> {
    const account = freshName('customer');
    await ask('PUT', `/admin/plans/${account}`, { ...plenty, ...terms });
    await ask('PUT', `/admin/accounts/${account}`, { plan: account });
    return account;
  }

  async function issueFor(account: string): Promise<FleetKey> {
    const terms = { account, scopes: ['company:read', 'company:search', 'people:search'] };
    const { key, details } = await ask<IssuedKey>('POST', '/admin/keys', terms);
    return { id: details.id, key, account };
  }

  return {
    openAccount,
    issueFor,
    /** A key of a new account on its own plan; unlimited if no terms are given. */
    issueKey: async (terms: PlanTerms = {}) => issueFor(await openAccount(terms)),
    revoke: ({ id }: FleetKey) => ask('POST', `/admin/keys/${id}/revoke`),
    readStatus: () => ask<ServiceStatus>('GET', '/admin/status'),
  };
}
