import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { nodeNames, secondsUntilGreen } from '../scenarios/cluster.ts';
import { storesOf } from '../scenarios/scenario.ts';
import { defineFault, type LoadSize, ms, periodNamed, type Seen } from '../scenarios/under-load.ts';

interface Size extends LoadSize {
  readonly frozenSeconds: number;
}

const most = { requestMs: 2000, batchMs: 5000 };
/** What the timers of a loaded process may add. */
const timerMs = 200;

const isBatch = ({ question }: Asked) =>
  question.operation === 'matchCompanies' || question.operation === 'searchCompanyPeople';
const longestOf = (asked: readonly Asked[]) => Math.max(0, ...asked.map(({ began, ended }) => ended - began));

/** The longest request of one company, and the longest batch, in ms. */
function longestIn(seen: Seen<Size, void>) {
  const { asked } = periodNamed(seen, 'meanwhile');
  return { request: longestOf(asked.filter((one) => !isBatch(one))), batch: longestOf(asked.filter(isBatch)) };
}

export const deadlines = defineFault<Size>({
  name: 'deadlines',
  title: 'with OpenSearch frozen, every request ends within 2 s, a batch within 5 s',
  sizes: { full: { perSecond: 300, frozenSeconds: 30 }, small: { perSecond: 30, frozenSeconds: 6 } },
  async act({ stage, size, during }) {
    const stores = storesOf(stage);
    // All nodes accept requests, and none responds.
    await during('meanwhile', async () => {
      for (const name of nodeNames) stores.freezeNode(name);
      try {
        await sleep(size.frozenSeconds * 1000);
      } finally {
        for (const name of nodeNames) stores.thawNode(name);
      }
    });
    await during('after', async () => {
      await secondsUntilGreen(stage.fleet.installation.opensearch, nodeNames.length);
    });
  },
  // Reads that fail together use up the retries of those that follow.
  mayRefuse: ['meanwhile', 'after'],
  expectTimes(seen) {
    const { request, batch } = longestIn(seen);
    return [
      ...violationIf(request > most.requestMs + timerMs, `a request took ${ms(request)}`),
      ...violationIf(batch > most.batchMs + timerMs, `a batch took ${ms(batch)}`),
    ];
  },
  describe(seen) {
    const { request, batch } = longestIn(seen);
    const longest = `the longest request took ${ms(request)}, the longest batch ${ms(batch)}`;
    return [`all nodes frozen for ${seen.size.frozenSeconds} s`, longest];
  },
});
