import { setTimeout as sleep } from 'node:timers/promises';
import { learnBatches, type Question } from '../../../testing/src/data/requests.ts';
import { becomes, type Fleet, type Member } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import type { Asked } from '../../../testing/src/processes/steady-load.ts';

/** Longer than any request may take. A limit of time is no part of what these scenarios guarantee. */
export const timeoutMs = 15_000;

export const isSuccess = ({ status, isRight }: Asked): boolean => status === 200 && isRight;
export const isQuotaExhausted = ({ status, code, retryAfter }: Asked): boolean =>
  status === 429 && code === 'quota_exhausted' && Number(retryAfter) > 0;
export const isBatch = ({ question }: { readonly question: Question }): boolean =>
  question.operation === 'matchCompanies';

export const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** `5 to 7`, or `5` if all values are equal. */
export const rangeOf = (values: readonly number[]): string =>
  [...new Set([Math.min(...values), Math.max(...values)])].join(' to ');

/** Lookups and searches of the fleet, and batches of 1 to 100 items, about this number per other request. */
export async function mixBatches({ target, admin }: Fleet, perRequest: number): Promise<readonly Question[]> {
  const { members, questions } = target();
  const batches = await learnBatches(questions, members[0]?.base ?? '', await admin.issueKey());
  const copies = Math.max(1, Math.round((questions.length * perRequest) / batches.length));
  return [...questions, ...Array.from({ length: copies }, () => batches).flat()];
}

/** Kills random processes, one at a time, and restarts them. */
export async function killOften({ target }: Fleet, kills: number): Promise<void> {
  for (let count = 0; count < kills; count += 1) {
    await sleep(500 + Math.random() * 800);
    const member: Member = anyOf(target().members);
    await member.kill();
    await member.start();
  }
}

/** What PostgreSQL says about the credits of an account in this month. */
export interface Balance {
  /** The sum of all metered responses. */
  readonly billed: number;
  /** Leased to processes, alive or dead, and not spent. */
  readonly held: number;
}

export async function readBalance({ installation }: Fleet, { account }: FleetKey): Promise<Balance> {
  const { rows } = await installation.pool.query<Balance>(
    `SELECT (SELECT coalesce(sum(credits), 0)::int FROM usage WHERE account_id = a.id) AS billed,
       (SELECT coalesce(sum(greatest(taken - spent, 0)), 0)::int FROM credit_lease WHERE account_id = a.id) AS held
     FROM account a WHERE a.name = $1`,
    [account],
  );
  return rows[0] as Balance;
}

/** Longer than dead processes take to be found, and idle credits to be returned. */
const returnedWithinMs = 60_000;

/** The credits that are still held when every unused one should have come back. */
export async function awaitReturned(fleet: Fleet, key: FleetKey): Promise<number> {
  await becomes(async () => (await readBalance(fleet, key)).held === 0, returnedWithinMs);
  return (await readBalance(fleet, key)).held;
}
