import type { Account, ApiKey } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { stateOf } from './key-state.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const key = (change: Partial<ApiKey>): ApiKey =>
  ({ account: 'acme', expires_at: null, revoked_at: null, ...change }) as ApiKey;
const accounts = (suspended: boolean) => [{ name: 'acme', suspended }] as Account[];

test.each([
  [key({}), false, 'valid'],
  [key({}), true, 'suspended'],
  [key({ expires_at: '2027-11-16T12:00:00Z' }), false, 'valid'],
  [key({ expires_at: '2026-11-20T12:00:00Z' }), false, 'ending'],
  [key({ expires_at: '2026-11-16T11:00:00Z' }), false, 'expired'],
  [key({ revoked_at: '2026-11-17T12:00:00Z' }), false, 'ending'],
  [key({ revoked_at: '2026-11-16T11:00:00Z' }), true, 'revoked'],
] as const)('%j (suspended: %s) is %s', (one, isSuspended, state) => {
  expect(stateOf(one, accounts(isSuspended), now)).toBe(state);
});
