import { setTimeout as sleep } from 'node:timers/promises';
import { openDribblers } from '../../../testing/src/http/dribblers.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { type Asked, now } from '../../../testing/src/processes/steady-load.ts';
import { ms } from './clients.ts';
import { nodeNames, secondsUntilGreen } from './cluster.ts';
import { defineFault, type FaultSize, type FaultStage, type Seen } from './fault.ts';

interface Size extends FaultSize {
  readonly frozenSeconds: number;
  /** Clients that never finish their headers. */
  readonly slowClients: number;
}

const most = { requestMs: 2000, batchMs: 5000, releasedSeconds: 35 };
/** What the timers of a loaded process may add. */
const timerMs = 200;
const releaseTimeoutSeconds = 60;
const everyMs = 1000;

const isBatch = ({ question }: Asked) =>
  question.operation === 'matchCompanies' || question.operation === 'searchCompanyPeople';
const longestOf = (asked: readonly Asked[]) => Math.max(0, ...asked.map(({ began, ended }) => ended - began));

/** All nodes accept requests, and none responds. */
async function freezeAll({ stores, fleet }: FaultStage, seconds: number): Promise<void> {
  for (const name of nodeNames) stores.freezeNode(name);
  try {
    await sleep(seconds * 1000);
  } finally {
    for (const name of nodeNames) stores.thawNode(name);
  }
  await secondsUntilGreen(fleet.installation.opensearch, nodeNames.length);
}

async function holdSlowClients(base: string, count: number): Promise<number> {
  const dribblers = await openDribblers({ port: Number(new URL(base).port), count, perAddress: 20, everyMs });
  const began = now();
  const seconds = () => (now() - began) / 1000;
  try {
    while (dribblers.open() > 0 && seconds() < releaseTimeoutSeconds) await sleep(200);
    return seconds();
  } finally {
    dribblers.close();
  }
}

/** The longest request of one company, and the longest batch, in ms. */
function longestIn({ periods }: Seen<Size, number>) {
  const meanwhile = periods.find(({ name }) => name === 'meanwhile')?.asked ?? [];
  return { request: longestOf(meanwhile.filter((one) => !isBatch(one))), batch: longestOf(meanwhile.filter(isBatch)) };
}

export const deadlines = defineFault<Size, number>({
  name: 'deadlines',
  says: 'with OpenSearch frozen, every request ends within 2 s (a batch within 5 s); a client that never finishes its headers is disconnected within 35 s',
  sizes: {
    full: { perSecond: 300, frozenSeconds: 30, slowClients: 500 },
    small: { perSecond: 30, frozenSeconds: 6, slowClients: 20, slackMs: 800 },
    tiny: { perSecond: 30, frozenSeconds: 6, slowClients: 0, slackMs: 800 },
  },
  breakages: [
    {
      what: 'one attempt to read may take ten seconds',
      changes: [
        {
          file: 'stores/opensearch/deadlines.ts',
          from: 'timeouts = { searchMs: 400, attemptMs: 600, totalMs: 2000 }',
          to: 'timeouts = { searchMs: 400, attemptMs: 10_000, totalMs: 10_000 }',
        },
      ],
      seen: /took|timeout/,
    },
  ],
  async act({ stage, size, load, during }) {
    await during('meanwhile', () => freezeAll(stage, size.frozenSeconds));
    const { slowClients } = size;
    return during('after', async () =>
      slowClients > 0 ? holdSlowClients(load.members[0]?.base ?? '', slowClients) : 0,
    );
  },
  // Reads that fail together use up the retries of those that follow.
  mayRefuse: ['meanwhile', 'after'],
  judge(seen) {
    const { request, batch } = longestIn(seen);
    const slack = timerMs + (seen.size.slackMs ?? 0);
    return [
      ...when(request > most.requestMs + slack, `a request took ${ms(request)}`),
      ...when(batch > most.batchMs + slack, `a batch took ${ms(batch)}`),
      ...when(seen.found > most.releasedSeconds, `slow clients were connected for ${seen.found.toFixed(1)} s`),
    ];
  },
  done: ({ frozenSeconds }) => `all nodes frozen for ${frozenSeconds} s`,
  also(seen) {
    const { request, batch } = longestIn(seen);
    return [
      `the longest request took ${ms(request)}, the longest batch ${ms(batch)}`,
      `${seen.size.slowClients} slow clients were disconnected after ${seen.found.toFixed(1)} s`,
    ];
  },
});
