import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, describeCounted, readCounted, violationsOf } from '../../../testing/src/processes/counted.ts';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import { askDuring } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { defineScenario } from '../scenarios/scenario.ts';
import { anyOf, awaitReturned, isBatch, killOften, mixBatches, timeoutMs } from './traffic.ts';

interface Size {
  readonly kills: number;
  readonly perSecond: number;
  /** A batch of 100 items is as much work as a hundred searches. */
  readonly batchesPerRequest: number;
  readonly outageSeconds: number;
}

interface Seen extends Size {
  readonly counted: Counted;
  /** Batches that cost at least one credit, and what they cost. */
  readonly batches: { readonly received: number; readonly credits: number };
  /** Credits that were reserved, not spent, and never returned. */
  readonly held: number;
}

/** More than a run can use. */
const monthlyCredits = 10_000_000;

/** During the outage one process is killed, with usage that it could not write to PostgreSQL. */
async function losePostgres({ faults, target }: Fleet, seconds: number): Promise<void> {
  const member = anyOf(target().members);
  await faults.postgres.begin();
  await sleep(seconds * 800);
  await member.kill();
  await sleep(seconds * 200);
  await faults.postgres.end();
  await member.start();
}

export const metering = defineScenario<Size, Seen>({
  name: 'metering',
  title:
    'every response is counted exactly once with exactly what it costs, even if processes are killed and PostgreSQL is down; unused credits come back',
  sizes: {
    full: { kills: 100, perSecond: 200, batchesPerRequest: 0.02, outageSeconds: 60 },
    small: { kills: 3, perSecond: 60, batchesPerRequest: 0.1, outageSeconds: 4 },
  },
  async run({ fleet }, size) {
    await fleet.serve();
    const questions = await mixBatches(fleet, size.batchesPerRequest);
    const unlimited = await fleet.admin.issueKey();
    const withQuota = await fleet.admin.issueKey({ monthly_credits: monthlyCredits });
    const offers = [unlimited, withQuota].map((key) => ({ key, perSecond: size.perSecond / 2 }));
    const half = Math.ceil((size.kills - 1) / 2);
    const asked = await askDuring({ ...fleet.target(), questions, offers, timeoutMs }, async () => {
      await killOften(fleet, half);
      await losePostgres(fleet, size.outageSeconds);
      await killOften(fleet, size.kills - 1 - half);
      await sleep(1000);
    });
    const paid = asked.filter((one) => isBatch(one) && one.credits > 0);
    return {
      ...size,
      counted: await readCounted(fleet, asked),
      batches: { received: paid.length, credits: paid.reduce((sum, one) => sum + one.credits, 0) },
      held: await awaitReturned(fleet, withQuota),
    };
  },
  expect: ({ counted, batches, held }) => [
    ...violationIf(batches.credits <= batches.received, 'no batch cost more than one credit'),
    ...violationIf(held > 0, `${held} unused credits did not come back`),
    ...violationsOf(counted),
  ],
  describe: ({ counted, kills, outageSeconds, perSecond, batches, held }) =>
    `${kills} × kill -9, PostgreSQL down for ${outageSeconds} s, ${perSecond} requests/s, ${batches.received} of them batches that ` +
    `cost ${batches.credits} credits: ${describeCounted(counted)}; ${counted.misbilled} with a wrong number of credits; ${held} unused credits kept`,
});
