import { type AccountUsage, type ApiKey, maxUsageDays, type Usage, type UsageQuestion } from '@orgdex/contract';
import { invalidField } from '../../core/errors/failure.ts';
import { quote } from '../../core/output/escape.ts';
import { isCalendarDay } from '../../knowledge/rules/calendar-day.ts';
import { readKey } from '../../stores/postgres/access/api-keys.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { dayOf, endOfMonth, monthOf } from '../../stores/postgres/usage/usage-month.ts';
import { readUsage, readUsed, type Span } from '../../stores/postgres/usage/usage-report.ts';

const dayMs = 86_400_000;
/** The requested days; by default from the first of this month until today. */
export function parseSpan({ from, to }: UsageQuestion, now = Date.now()): Span {
  const span = { from: from ?? monthOf(now), to: to ?? dayOf(now) };
  for (const param of ['from', 'to'] as const) {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(span[param]) && isCalendarDay(span[param]);
    if (!isDay)
      throw invalidField(
        param,
        `must be a date in the form YYYY-MM-DD, such as 2026-11-16; got ${quote(span[param])}.`,
      );
  }
  if (span.from > span.to) throw invalidField('from', `must not be after \`to\`: ${span.from} is after ${span.to}.`);
  const days = (Date.parse(span.to) - Date.parse(span.from)) / dayMs + 1;
  if (days > maxUsageDays)
    throw invalidField('from', `and \`to\` must span at most ${maxUsageDays} days; got ${days}.`);
  return span;
}

export interface UsageDeps {
  readonly pool: Queryable;
  /** Writes the usage of this process to the database; absent: it records none. */
  flush?(): Promise<void>;
}

/** The usage of one account, or of all. */
export async function listUsage(
  { pool, flush }: UsageDeps,
  question: UsageQuestion & { account?: string | undefined },
): Promise<AccountUsage[]> {
  const span = parseSpan(question);
  await flush?.();
  return readUsage(pool, { ...span, account: question.account });
}

/** The credits of the caller's account this month. */
export async function readCredits(
  pool: Queryable,
  { accountId, agreed }: Caller,
  now = Date.now(),
): Promise<Usage['credits']> {
  const used = await readUsed(pool, accountId, monthOf(now));
  const monthly = agreed.monthlyCredits;
  return {
    monthly,
    used,
    remaining: monthly === null ? null : Math.max(0, monthly - used),
    renews_at: new Date(endOfMonth(monthOf(now))).toISOString(),
  };
}

/** Plan, limits, credits and usage of the caller. */
export async function getUsage({ pool, flush }: UsageDeps, caller: Caller, question: UsageQuestion): Promise<Usage> {
  const now = Date.now();
  const span = parseSpan(question, now);
  await flush?.();
  const days = await readUsage(pool, { ...span, account: caller.account });
  const { rate, burst, requestsPerDay, companiesPerDay, peoplePerDay, plan } = caller.agreed;
  return {
    account: caller.account,
    plan,
    key: (await readKey(pool, caller.key)) as ApiKey,
    scopes: [...caller.scopes],
    countries: caller.countries && [...caller.countries],
    limits: {
      rate,
      burst,
      requests_per_day: requestsPerDay,
      companies_per_day: companiesPerDay,
      people_per_day: peoplePerDay,
    },
    credits: await readCredits(pool, caller, now),
    days: days.map(({ day, operation, count }) => ({ day, operation, count })),
  };
}
