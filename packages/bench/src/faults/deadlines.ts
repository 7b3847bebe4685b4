import { setTimeout as sleep } from 'node:timers/promises';
import { openDribblers } from '../../../server/test/support/http/dribblers.ts';
import { when } from '../../../server/test/support/processes/promise.ts';
import { type Asked, countOutcomes, now } from '../../../server/test/support/processes/steady-load.ts';
import { nodeNames, secondsUntilGreen } from './cluster.ts';
import {
  defineFault,
  dueBetween,
  type FaultSize,
  type FaultStage,
  isRefused,
  isSuccess,
  ms,
  openLoad,
  watchClients,
} from './fault.ts';

interface Size extends FaultSize {
  readonly frozenSeconds: number;
  /** Clients that never finish their headers. */
  readonly slowClients: number;
  readonly slackMs: number;
}

interface Result extends Size {
  readonly requests: number;
  readonly others: readonly Asked[];
  /** The longest request of one company, and the longest batch, in ms. */
  readonly longest: number;
  readonly longestBatch: number;
  /** From the last connection until the server had closed all of them. */
  readonly releasedSeconds: number;
}

const most = { requestMs: 2000, batchMs: 5000, releasedSeconds: 35 };
const releaseTimeoutSeconds = 60;
const everyMs = 1000;

const isBatch = ({ question }: Asked) =>
  question.operation === 'matchCompanies' || question.operation === 'searchCompanyPeople';
const longestOf = (asked: readonly Asked[]) => Math.max(0, ...asked.map(({ began, ended }) => ended - began));

/** All nodes accept requests, and none responds. */
async function freezeAll({ engines, fleet }: FaultStage, seconds: number): Promise<void> {
  for (const name of nodeNames) engines.freezeNode(name);
  try {
    await sleep(seconds * 1000);
  } finally {
    for (const name of nodeNames) engines.thawNode(name);
  }
  await secondsUntilGreen(fleet.installation.engine, nodeNames.length);
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

export const deadlines = defineFault<Size, Result>({
  name: 'deadlines',
  says: 'with OpenSearch frozen, every request ends within 2 s (a batch within 5 s); a client that never finishes its headers is disconnected within 35 s',
  sizes: {
    full: { perSecond: 300, frozenSeconds: 30, slowClients: 500, slackMs: 200 },
    small: { perSecond: 30, frozenSeconds: 6, slowClients: 20, slackMs: 1000 },
    tiny: { perSecond: 30, frozenSeconds: 6, slowClients: 0, slackMs: 1000 },
  },
  breakages: [
    {
      what: 'one attempt to read may take ten seconds',
      changes: [
        {
          file: 'engine/timeouts.ts',
          from: 'timeouts = { searchMs: 400, attemptMs: 600, totalMs: 2000 }',
          to: 'timeouts = { searchMs: 400, attemptMs: 10_000, totalMs: 10_000 }',
        },
      ],
      seen: /took|timeout/,
    },
  ],
  async run(stage, size) {
    const load = await openLoad(stage, size);
    const times = { frozen: 0, thawed: 0 };
    let releasedSeconds = 0;
    const asked = await watchClients(stage, load, async () => {
      times.frozen = now();
      await freezeAll(stage, size.frozenSeconds);
      times.thawed = now();
      if (size.slowClients > 0) releasedSeconds = await holdSlowClients(load.members[0]?.base ?? '', size.slowClients);
    });
    const meanwhile = dueBetween(asked, times.frozen, times.thawed);
    return {
      ...size,
      requests: meanwhile.length,
      others: asked.filter((one) => !isSuccess(one) && !isRefused(one)),
      longest: longestOf(meanwhile.filter((one) => !isBatch(one))),
      longestBatch: longestOf(meanwhile.filter(isBatch)),
      releasedSeconds,
    };
  },
  judge: ({ requests, others, longest, longestBatch, releasedSeconds, slackMs }) => [
    ...when(requests === 0, 'no request was sent'),
    ...when(others.length > 0, `failed: ${countOutcomes(others)}`),
    ...when(longest > most.requestMs + slackMs, `a request took ${ms(longest)}`),
    ...when(longestBatch > most.batchMs + slackMs, `a batch took ${ms(longestBatch)}`),
    ...when(releasedSeconds > most.releasedSeconds, `slow clients were connected for ${releasedSeconds.toFixed(1)} s`),
  ],
  tell: ({ perSecond, frozenSeconds, slowClients, requests, longest, longestBatch, releasedSeconds }) =>
    `all nodes frozen for ${frozenSeconds} s, ${perSecond} requests/s: the longest of ${requests} took ${ms(longest)}, the longest batch ` +
    `${ms(longestBatch)}; ${slowClients} slow clients were disconnected after ${releasedSeconds.toFixed(1)} s`,
});
