import { type Static, Type } from 'typebox';
import { Usage } from './access.ts';
import type { Endpoint } from './endpoint.ts';

/** The longest stretch of days that one question covers. */
export const maxUsageDays = 366;

const Day = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description, examples: ['2026-11-01'] }));

/** A stretch of days, both ends included. */
export const usageSpan = {
  from: Day('First day, UTC; default: the first of this month'),
  to: Day(`Last day, UTC; default: today. At most ${maxUsageDays} days`),
};

export const UsageQuestion = Type.Object(usageSpan, { additionalProperties: false, $id: 'UsageQuestion' });
export type UsageQuestion = Static<typeof UsageQuestion>;

export const GetUsage = {
  id: 'getUsage',
  method: 'GET',
  url: '/usage',
  summary: 'Balance, limits and history of the caller',
  description:
    'What the plan allows, what is left of the credits, and what was counted, by day and operation. Answers that other processes gave appear within a second.',
  scope: 'any',
  query: UsageQuestion,
  response: Usage,
  headers: {},
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;
