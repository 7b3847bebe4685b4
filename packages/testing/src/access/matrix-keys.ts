import { setAccount } from '../../../server/src/api/access/accounts.ts';
import type { ChangeDeps } from '../../../server/src/api/access/audited-change.ts';
import { issueKey, rotateKey } from '../../../server/src/api/access/key-changes.ts';
import { newKey } from '../../../server/src/api/access/key-form.ts';
import { setPlan } from '../../../server/src/api/access/plans.ts';
import { setKeyRevoked } from '../../../server/src/stores/postgres/access/api-keys.ts';
import {
  ended,
  type Holder,
  holdersOf,
  type KeyState,
  openPlan,
  type PlanFacts,
  plans,
  stranger,
  unknownKeyStates,
} from './matrix.ts';

export const inside = '203.0.113.9';
export const outside = '198.51.100.9';

export interface Keyed {
  readonly holder: Holder;
  readonly authorization: string | undefined;
}

/** All names here contain `matrix`, which no refusal may show. */
const unlimited = { rate: 10_000, burst: 100_000 };
let made = 0;

/** An account whose keys are issued under the open plan, because a key that its plan makes useless is not issued. */
async function openAccount(deps: ChangeDeps): Promise<string> {
  made += 1;
  await setPlan(deps, { name: 'matrix-open', terms: { ...unlimited, ...openPlan } });
  await setAccount(deps, { name: `matrix ${made}`, terms: { plan: 'matrix-open' } });
  return `matrix ${made}`;
}

const endings: Partial<Record<KeyState, (deps: ChangeDeps, id: string) => Promise<unknown>>> = {
  expired: ({ pool }, id) => pool.query(`UPDATE api_key SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]),
  // Without a notification: a process that starts later knows only the database. Rotated keys are notified.
  revoked: ({ pool }, id) => setKeyRevoked(pool, id),
  'rotated out': (deps, id) => rotateKey(deps, { id, overlapHours: 0 }),
  'rotated, still overlapping': (deps, id) => rotateKey(deps, { id, overlapHours: 1 }),
};

async function issue(deps: ChangeDeps, account: string, holder: Holder): Promise<Keyed> {
  const { mode, scopes, countries, isBound, state } = holder;
  const addresses = isBound ? ['203.0.113.0/24', '2001:db8::/32'] : null;
  const { key, details } = await issueKey(deps, { terms: { account, mode, scopes, countries, addresses } });
  await endings[state]?.(deps, details.id);
  return { holder, authorization: `Bearer ${key}` };
}

/** Issues all keys of one account. */
async function issueAll(deps: ChangeDeps, state: KeyState, plan: PlanFacts): Promise<Keyed[]> {
  const account = await openAccount(deps);
  const keyed: Keyed[] = [];
  for (const holder of holdersOf(state, plan)) keyed.push(await issue(deps, account, holder));
  const name = account.replace(' ', '-');
  await setPlan(deps, { name, terms: { ...unlimited, ...plan } });
  await setAccount(deps, { name: account, terms: { plan: name, suspended: state === 'suspended' } });
  return keyed;
}

const spoil = (key: string) => key.slice(0, 20) + (key[20] === 'x' ? 'y' : 'x') + key.slice(21);

async function strangers(deps: ChangeDeps): Promise<Keyed[]> {
  const { key } = await issueKey(deps, {
    terms: { account: await openAccount(deps), scopes: ['company:read', 'people:search', 'admin'] },
  });
  const sent: Record<(typeof unknownKeyStates)[number], (string | undefined)[]> = {
    none: [undefined, '', 'Bearer', 'Bearer ', `Basic ${key}`, key],
    malformed: [
      `Bearer ${key}0`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer "${key}"`,
      'Bearer null',
      `Bearer ${key} ${key}`,
    ],
    'one letter wrong': [`Bearer ${spoil(key)}`],
    unknown: [`Bearer ${newKey()}`, `Bearer ${newKey('test')}`],
  };
  return unknownKeyStates.flatMap((state) =>
    sent[state].map((authorization) => ({ holder: stranger(state), authorization })),
  );
}

/** Every key of the matrix, and what callers without a key send. */
export async function issueMatrix(deps: ChangeDeps): Promise<Keyed[]> {
  const states: KeyState[] = [...ended, 'rotated, still overlapping'];
  const keyed = await strangers(deps);
  for (const plan of plans) keyed.push(...(await issueAll(deps, 'valid', plan)));
  for (const state of states) keyed.push(...(await issueAll(deps, state, openPlan)));
  return keyed;
}
