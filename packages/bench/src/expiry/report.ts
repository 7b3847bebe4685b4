import { ms, perSecond, tableOf, whole } from '../report/page.ts';
import { quantile } from '../report/statistics.ts';
import type { ExpiryResult } from './run.ts';

/** What the measurement must show; empty: it does. */
export function problemsOf({ sent, left, served, current, removed, deleted }: ExpiryResult): string[] {
  const failed = sent.filter(({ status }) => status !== 200);
  return [
    ...(failed.length > 0 ? [`${failed.length} requests failed: ${failed[0]?.status} ${failed[0]?.code}`] : []),
    ...(left > 0 ? [`${left} positions that only old records show are left`] : []),
    ...(served !== current ? [`${served} positions are served; records that are not too old show ${current}`] : []),
    ...(removed === 0 ? ['nothing was removed'] : []),
    ...(deleted === 0 ? ['no ended position was deleted'] : []),
  ];
}

/** How long the phases took, and what the requests meanwhile saw. */
export function expiryPage(result: ExpiryResult): string {
  const { people, removed, kept, seconds, sent } = result;
  const rows = Object.entries(seconds).flatMap(([phase, took]) => {
    const own = sent.filter((request) => request.phase === phase);
    // A phase may be over before a request is due.
    if (own.length === 0) return [];
    const times = own.map((request) => request.ms);
    const failed = own.filter(({ status }) => status !== 200).length;
    const quantiles = [ms(quantile(times, 0.5)), ms(quantile(times, 0.99))];
    return [[phase, took.toFixed(1), whole.format(own.length), String(failed), ...quantiles]];
  });
  return [
    `${whole.format(removed)} of ${whole.format(people)} records of people were too old: ${perSecond(removed, seconds.expire ?? 0)} per second. ` +
      `${whole.format(kept)} more stay, because they say do-not-call and a younger record has the same position.`,
    tableOf(['Phase', 'Seconds', 'Requests', 'Failed', 'p50 ms', 'p99 ms'], rows),
  ].join('\n\n');
}
