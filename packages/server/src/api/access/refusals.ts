import type { AdminUsageQuestion, ProblemCode, Refusals } from '@orgdex/contract';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { type RefusalCount, readRefusals, saveRefusals } from '../../stores/postgres/usage/refusals.ts';
import { dayOf } from '../../stores/postgres/usage/usage-month.ts';
import { parseSpan } from './usage-report.ts';

/** The problems that mean that a limit or a restriction of the key rejected a request. */
const refusalCodes: ReadonlySet<ProblemCode> = new Set([
  'rate_limited',
  'quota_exhausted',
  'daily_cap_reached',
  'scope_missing',
  'country_not_allowed',
  'address_not_allowed',
]);

export interface RefusalCounter {
  /** Counts a problem of a request, if it is a rejection. */
  add(accountId: number, code: ProblemCode): void;
  /** Writes what was counted to the database. */
  flush(): Promise<void>;
}

/** Counts rejected requests in memory: as many entries as accounts and problems in the time between two flushes. */
export function openRefusalCounter(pool: Queryable): RefusalCounter {
  let counts = new Map<string, RefusalCount>();
  const addTo = (one: RefusalCount) => {
    const key = `${one.accountId} ${one.day} ${one.code}`;
    const before = counts.get(key)?.count ?? 0;
    counts.set(key, { ...one, count: before + one.count });
  };
  return {
    add(accountId, code) {
      if (refusalCodes.has(code)) addTo({ accountId, day: dayOf(Date.now()), code, count: 1 });
    },
    async flush() {
      if (counts.size === 0) return;
      const taken = [...counts.values()];
      counts = new Map();
      try {
        await saveRefusals(pool, taken);
      } catch (error) {
        for (const one of taken) addTo(one);
        throw error;
      }
    },
  };
}

/** Rejected requests of one account, or of all. */
export async function listRefusals(
  { pool, refusals }: { pool: Queryable; refusals: RefusalCounter },
  question: AdminUsageQuestion,
): Promise<Refusals[]> {
  const span = parseSpan(question);
  await refusals.flush();
  return readRefusals(pool, { ...span, account: question.account });
}
