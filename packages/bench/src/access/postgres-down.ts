import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, describeCounted, readCounted, violationsOf } from '../../../testing/src/processes/counted.ts';
import { becomes, type Fleet } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import {
  type Asked,
  ask,
  askDuring,
  beginAsked,
  countOutcomes,
  now,
  openAgent,
} from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { defineScenario } from '../scenarios/scenario.ts';
import { isSuccess, timeoutMs } from './traffic.ts';

interface Size {
  readonly perSecond: number;
  /** At least; it lasts until the account with a quota has spent its leased credits. */
  readonly outageSeconds: number;
}

interface Seen extends Size {
  /** Requests of keys that were in use before; all of them must succeed. */
  readonly known: readonly Asked[];
  /** Requests with a valid key that no process has seen, while PostgreSQL was down. */
  readonly unseen: readonly Asked[];
  /** Requests of the account with a quota, while PostgreSQL was down. */
  readonly limited: readonly Asked[];
  readonly hasRecovered: boolean;
  readonly counted: Counted;
}

const beforeMs = 3000;
const probeEveryMs = 500;
const withinMs = 60_000;
/**
 * Few enough that the leased credits are used up during the outage, and enough that each process has some left when it
 * begins: it leases a 32nd of them, 30, and three processes use 20 each before.
 */
const quota = { credits: 960, perSecond: 20 };

const isSpent = ({ status, code }: Asked) => status === 503 && code === 'credits_unavailable';
const isUnchecked = ({ status, code }: Asked) => status === 503 && code === 'keys_unavailable';

/** Sends requests with an unknown key to every process, until the time is over and the condition is true. */
async function probe(fleet: Fleet, key: FleetKey, seconds: number, isDone: () => boolean): Promise<Asked[]> {
  const agent = openAgent(1);
  const { members, questions } = fleet.target();
  const [question] = questions;
  if (!question) return [];
  const asked: Asked[] = [];
  const began = now();
  const continues = () => now() < began + seconds * 1000 || (!isDone() && now() < began + withinMs);
  for (; continues(); await sleep(probeEveryMs)) {
    const flights = members.map((member, at) =>
      ask(agent, member, beginAsked({ member: at, key, question, timeoutMs })),
    );
    asked.push(...(await Promise.all(flights)));
  }
  agent.destroy();
  return asked;
}

/** Whether requests with this key succeed again. */
function hasRecoveredFor(asked: readonly Asked[], key: FleetKey): boolean {
  const lately = asked.filter((one) => one.key === key && one.ended > 0 && one.began > now() - 1000);
  return lately.some(isSuccess) && !lately.some(isSpent);
}

async function losePostgres(fleet: Fleet, { perSecond, outageSeconds }: Size) {
  const { admin, faults } = fleet;
  const [first, second, unseenKey] = [await admin.issueKey(), await admin.issueKey(), await admin.issueKey()];
  const limitedKey = await admin.issueKey({ monthly_credits: quota.credits });
  const offers = [
    ...[first, second].map((key) => ({ key, perSecond: (perSecond - quota.perSecond) / 2 })),
    { key: limitedKey, perSecond: quota.perSecond },
  ];
  const times = { began: 0, ended: 0 };
  let unseen: Asked[] = [];
  let hasRecovered = false;
  const asked = await askDuring({ ...fleet.target(), offers, timeoutMs }, async (soFar) => {
    await sleep(beforeMs);
    await faults.postgres.begin();
    times.began = now();
    unseen = await probe(fleet, unseenKey, outageSeconds, () => soFar.some(isSpent));
    times.ended = now();
    await faults.postgres.end();
    hasRecovered = await becomes(async () => hasRecoveredFor(soFar, limitedKey), withinMs);
  });
  const isMeanwhile = ({ began, ended }: Asked) => began > times.began && ended < times.ended;
  return {
    asked,
    known: asked.filter(({ key }) => key !== limitedKey),
    unseen,
    limited: asked.filter((one) => one.key === limitedKey && isMeanwhile(one)),
    hasRecovered,
  };
}

export const postgresDown = defineScenario<Size, Seen>({
  name: 'postgres-down',
  title:
    'while PostgreSQL is down, keys in use keep working, a key that no process knows gets a 503 and not a 401, ' +
    'leased credits can be used, and every response is counted once',
  sizes: { full: { perSecond: 300, outageSeconds: 60 }, small: { perSecond: 100, outageSeconds: 6 } },
  async run({ fleet }, size) {
    await fleet.serve();
    const { asked, ...seen } = await losePostgres(fleet, size);
    return { ...size, ...seen, counted: await readCounted(fleet, asked) };
  },
  expect({ known, unseen, limited, hasRecovered, counted }) {
    const failed = known.filter((one) => !isSuccess(one));
    const wrong = unseen.filter((one) => !isUnchecked(one));
    const others = limited.filter((one) => !isSuccess(one) && !isSpent(one));
    return [
      ...violationIf(failed.length > 0, `keys in use failed: ${countOutcomes(failed)}`),
      ...violationIf(unseen.length === 0, 'no unknown key was tried'),
      ...violationIf(wrong.length > 0, `an unknown key got ${countOutcomes(wrong)}`),
      ...violationIf(!limited.some(isSuccess), 'no leased credit was used'),
      ...violationIf(!limited.some(isSpent), 'credits were never unavailable'),
      ...violationIf(others.length > 0, `an account with a quota got ${countOutcomes(others)}`),
      ...violationIf(!hasRecovered, 'the account with a quota did not recover'),
      ...violationsOf(counted),
    ];
  },
  describe: ({ outageSeconds, perSecond, known, unseen, limited, counted }) =>
    `PostgreSQL down for ${outageSeconds} s, ${perSecond} requests/s: keys in use: ${countOutcomes(known)}; ` +
    `unknown keys: ${countOutcomes(unseen)}; with a quota: ${countOutcomes(limited)}; ${describeCounted(counted)}`,
});
