import type { Account, ApiKey } from '@orgdex/contract';
import type { Tone } from '../../components/badge.tsx';
import { formatAgo } from '../../format.ts';

export type KeyState = 'valid' | 'ending' | 'suspended' | 'expired' | 'revoked';

const soonMs = 14 * 86_400_000;

/** Whether a key works, and for how long. */
export function stateOf(key: ApiKey, accounts: readonly Account[], now = Date.now()): KeyState {
  if (key.revoked_at !== null && Date.parse(key.revoked_at) <= now) return 'revoked';
  const end = endOf(key);
  if (end !== undefined && end <= now) return 'expired';
  if (accounts.some(({ name, suspended }) => name === key.account && suspended)) return 'suspended';
  return end !== undefined && end - now < soonMs ? 'ending' : 'valid';
}

/** When the key stops working: it expires, or the overlap of a rotation ends. */
function endOf({ expires_at, revoked_at }: ApiKey): number | undefined {
  const ends = [expires_at, revoked_at].flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

export const stateTones: Record<KeyState, Tone> = {
  valid: 'good',
  ending: 'warn',
  suspended: 'bad',
  expired: 'neutral',
  revoked: 'neutral',
};

export function stateLabel(key: ApiKey, state: KeyState): string {
  const end = endOf(key);
  if (state === 'ending' && end !== undefined) return `Ends ${formatAgo(new Date(end).toISOString())}`;
  return state.charAt(0).toUpperCase() + state.slice(1);
}
