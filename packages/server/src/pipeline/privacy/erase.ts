import { setTimeout as sleep } from 'node:timers/promises';
import type { Erasure, PersonTerms } from '@orgdex/contract';
import { isPersonId } from '../../knowledge/rules/contacts/handles.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { finishErasures, listPendingErasures } from '../../stores/postgres/people/ended-positions.ts';
import { analyzePeople } from '../../stores/postgres/planner.ts';
import { type Client, type Pool, transaction } from '../../stores/postgres/pool.ts';
import { eraseWidened, hashId, toKeyed } from './erased-people.ts';
import { type Identified, identify, parseReason } from './identify.ts';
import type { PrivacyDeps } from './record.ts';
import type { OptOutDeps } from './suppress.ts';
import { appendSuppressions, findEntries, hashIds } from './suppression-file.ts';
import { widenOne } from './widen.ts';

/** What was erased, but not whose. Complete when no index contains the person any more. */
export type Erased = Omit<Erasure, 'complete'>;

/** The ids that an earlier version stored with an opt-out of the same person: the database does not find them by anything else. */
async function idsOfEarlierOptOuts({ home }: Pick<PrivacyDeps, 'home'>, { values }: Identified): Promise<string[]> {
  const wanted = new Set(values);
  return (await findEntries(home, values))
    .map((entry) => [...entry.values, ...entry.people])
    .filter((all) => all.some((value) => wanted.has(value)))
    .flatMap((all) => all.filter(isPersonId));
}

/** The file outside the database is written first, so that a restore cannot undo the erasure. */
async function eraseIdentified(client: Client, deps: OptOutDeps, identified: Identified) {
  const values = [...identified.values, ...(await idsOfEarlierOptOuts(deps, identified))];
  const widened = await widenOne(client, deps.secret, { ...identified, values });
  const { ids, keyed } = toKeyed(deps.secret, widened);
  appendSuppressions(deps.home, [{ at: new Date().toISOString(), values: keyed, people: [], erased: true }]);
  return { ids, people: widened.people.length, ...(await eraseWidened(client, deps.secret, widened)) };
}

/** Replaces the ids that earlier opt-outs stored. Comes last: until then, the same request finds them again after a crash. */
async function hashEarlierIds({ pool, home, secret }: PrivacyDeps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const hashesOf = new Map(ids.map((id) => [id, hashId(secret, id)]));
  await transaction(pool, async (client) => {
    await lockWrites(client);
    await hashIds(home, hashesOf);
  });
}

/**
 * Deletes everything that is stored about a person, and keeps only keyed hashes that stop them from being imported again. Takes
 * effect at once in responses. What remains until no index contains the person is deleted by `completeErasures`.
 */
export async function erase(deps: OptOutDeps, request: PersonTerms, given: string): Promise<Erased> {
  const identified = identify(deps.secret, request);
  const reason = parseReason(given);
  const by = identified.by as Erased['by'];
  const work = async (client: Client) => {
    await lockWrites(client);
    const { ids, people, positions, unclearedRuns } = await eraseIdentified(client, deps, identified);
    const detail = { by, reason, people, positions };
    const audit_entry = await deps.recordAudit(client, { action: 'person.erase', subject: 'erasure', detail });
    const at = new Date().toISOString();
    return { ids, erased: { at, ...detail, unfinished_runs: unclearedRuns, audit_entry } };
  };
  const { ids, erased } = await transaction(deps.pool, work, deps);
  await hashEarlierIds(deps, ids);
  return erased;
}

/** Deletes the rest of erased people that no index contains any more; returns how many are left. */
export async function completeErasures(pool: Pool): Promise<number> {
  const people = await listPendingErasures(pool);
  if (people.length === 0) return 0;
  const done = await transaction(pool, async (client) => {
    await lockWrites(client);
    return finishErasures(client, people);
  });
  if (done > 0) await analyzePeople(pool);
  return people.length - done;
}

const pollMs = 100;

/** Completes erasures as changes are published, for at most this long; returns how many are left. */
export async function awaitErasures(pool: Pool, publish: () => Promise<unknown>, withinMs: number): Promise<number> {
  const until = Date.now() + withinMs;
  for (;;) {
    await publish();
    const left = await completeErasures(pool);
    if (left === 0 || Date.now() >= until) return left;
    await sleep(pollMs);
  }
}
