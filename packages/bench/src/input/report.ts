import { tableOf, whole } from '../report/page.ts';
import type { InputResult } from './run.ts';

/** What was sent, what came back, and what must not have. */
export function inputPage(result: InputResult): string {
  const { operations, places, values, cases, statuses, queries, logLines, seconds, findings } = result;
  const rows = Object.entries(statuses).map(([status, count]) => [status, whole.format(count)]);
  return [
    [
      `${whole.format(cases)} cases: ${values} values in ${places} places of ${operations} operations, in ${whole.format(seconds)} seconds.`,
      `OpenSearch got ${whole.format(queries)} requests other than writes, and the server wrote ${whole.format(logLines)} lines to its log.`,
      `Findings: ${findings.length}.`,
    ].join('\n'),
    tableOf(['Status', 'Responses'], rows),
  ].join('\n\n');
}
