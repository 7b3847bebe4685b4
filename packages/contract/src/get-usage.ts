import { type Static, Type } from 'typebox';
import { Usage } from './access.ts';
import type { Endpoint } from './endpoint.ts';
import { maxUsageDays } from './limits.ts';

const Day = (description: string, example: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description, examples: [example] }));

/** A range of days, first and last included. */
export const usageSpan = {
  from: Day('First day (UTC), as YYYY-MM-DD. Default: the first day of this month', '2026-11-01'),
  to: Day(
    `Last day (UTC), as YYYY-MM-DD. Default: today. The range may cover at most ${maxUsageDays} days`,
    '2026-11-30',
  ),
};

export const UsageQuestion = Type.Object(usageSpan, { additionalProperties: false, $id: 'UsageQuestion' });
export type UsageQuestion = Static<typeof UsageQuestion>;

export const GetUsage = {
  id: 'getUsage',
  tag: 'Usage',
  method: 'GET',
  url: '/usage',
  summary: 'Get your limits, credits and usage',
  description: [
    'Returns what the key and its plan allow, the credits left this month, and the metered responses by day',
    'and operation. Free of charge, but counts toward the rate limit.',
    'New usage appears within a second.',
  ].join(' '),
  scope: 'any',
  query: UsageQuestion,
  shown: ['from', 'to'],
  response: Usage,
  returns: 'Limits, credits and usage of the account.',
  headers: {},
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;
