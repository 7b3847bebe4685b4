import { ms, perSecond, tableOf, whole } from '../report/page.ts';
import { quantile } from '../report/statistics.ts';
import type { ExpiryResult } from './run.ts';

/** What the measurement must show; empty: it does. */
export function problemsOf({ sent, left, removed, deleted }: ExpiryResult): string[] {
  const failed = sent.filter(({ status }) => status !== 200);
  return [
    ...(failed.length > 0 ? [`${failed.length} requests failed: ${failed[0]?.status} ${failed[0]?.code}`] : []),
    ...(left > 0 ? [`${left} records that are too old are left`] : []),
    ...(removed === 0 ? ['nothing was removed'] : []),
    ...(deleted === 0 ? ['no ended position was deleted'] : []),
  ];
}

/** How long the phases took, and what the requests meanwhile saw. */
export function expiryPage(result: ExpiryResult): string {
  const { people, removed, seconds, sent } = result;
  const rows = Object.entries(seconds).map(([phase, took]) => {
    const own = sent.filter((request) => request.phase === phase);
    const times = own.map((request) => request.ms);
    const failed = own.filter(({ status }) => status !== 200).length;
    return [
      phase,
      took.toFixed(1),
      whole.format(own.length),
      String(failed),
      ms(quantile(times, 0.5)),
      ms(quantile(times, 0.99)),
    ];
  });
  return [
    `${whole.format(removed)} of ${whole.format(people)} records of people were too old: ${perSecond(removed, seconds.expire ?? 0)} per second.`,
    tableOf(['Phase', 'Seconds', 'Requests', 'Failed', 'p50 ms', 'p99 ms'], rows),
  ].join('\n\n');
}
