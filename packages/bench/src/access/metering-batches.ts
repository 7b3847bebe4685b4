import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, judgeCounted, readCounted, tellCounted } from '../../../testing/src/processes/counted.ts';
import { definePromise, when } from '../../../testing/src/processes/promise.ts';
import { askDuring } from '../../../testing/src/processes/steady-load.ts';
import { awaitReturned } from './balance.ts';
import { isBatch, mixBatches } from './batches.ts';
import { killOften } from './kill-members.ts';
import { lateSpool } from './metering.ts';

interface Size {
  kills: number;
  perSecond: number;
}

interface Result extends Size {
  counted: Counted;
  /** Batches that cost at least one credit, and what they cost. */
  batches: { received: number; credits: number };
  /** Credits that were reserved, not spent, and never returned. */
  held: number;
}

/** A batch of 100 items is as much work as a hundred searches. */
const batchesPerRequest = 0.1;
/** More than a run can use. */
const credits = 10_000_000;

export const meteringBatches = definePromise<Size, Result>({
  name: 'metering-batches',
  says: 'every batch is counted exactly once with exactly what it costs, even if processes are killed, and unused credits come back',
  sizes: {
    full: { kills: 20, perSecond: 40 },
    small: { kills: 3, perSecond: 40 },
    tiny: { kills: 2, perSecond: 40 },
  },
  breakages: [
    {
      what: 'a batch is counted as one credit',
      changes: [
        {
          file: 'api/metering/reservation.ts',
          from: 'month, isLeased, credits }));',
          to: 'month, isLeased, credits: 1 }));',
        },
      ],
      seen: /wrong number of credits/,
    },
    lateSpool,
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build });
    const questions = await mixBatches(fleet, batchesPerRequest);
    const unlimited = await fleet.admin.issueKey();
    const withQuota = await fleet.admin.issueKey({ monthly_credits: credits });
    const offers = [unlimited, withQuota].map((key) => ({ key, perSecond: size.perSecond / 2 }));
    const asked = await askDuring({ ...fleet.target(), questions, offers }, async () => {
      await killOften(fleet, size.kills);
      await sleep(1000);
    });
    const paid = asked.filter((one) => isBatch(one) && one.credits > 0);
    const counted = await readCounted(fleet, asked);
    return {
      ...size,
      counted,
      batches: { received: paid.length, credits: paid.reduce((sum, one) => sum + one.credits, 0) },
      held: (await awaitReturned(fleet, withQuota)).held,
    };
  },
  judge: ({ counted, batches, held }) => [
    ...when(batches.credits <= batches.received, 'no batch cost more than one credit'),
    ...when(held > 0, `${held} unused credits did not come back`),
    ...judgeCounted(counted),
  ],
  tell: ({ counted, kills, perSecond, batches, held }) =>
    `${kills} × kill -9, ${perSecond} requests/s, ${batches.received} of them batches of 1–100 items that cost ${batches.credits} credits: ` +
    `${tellCounted(counted)}; ${counted.misbilled} with a wrong number of credits; ${held} unused credits kept`,
});
