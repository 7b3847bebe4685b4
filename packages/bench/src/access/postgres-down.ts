import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, judgeCounted, readCounted, tellCounted } from '../../../testing/src/processes/counted.ts';
import { becomes, type Fleet } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import { definePromise, when } from '../../../testing/src/processes/promise.ts';
import {
  type Asked,
  ask,
  askDuring,
  beginAsked,
  countOutcomes,
  now,
  openAgent,
} from '../../../testing/src/processes/steady-load.ts';

interface Size {
  perSecond: number;
  outageSeconds: number;
}

interface Result extends Size {
  /** Requests of keys that were in use before; all of them must succeed. */
  known: Asked[];
  /** Requests with a valid key that no process has seen, while PostgreSQL was down. */
  unseen: Asked[];
  /** Requests of the account with a quota, while PostgreSQL was down. */
  limited: Asked[];
  hasRecovered: boolean;
  counted: Counted;
}

const beforeMs = 3000;
const probeEveryMs = 500;
const recoverMs = 30_000;
/**
 * Few enough that the leased credits are used up during the outage, and enough that each process has some left when it
 * begins: it leases a 32nd of them, 30, and three processes use 20 each before.
 */
const quota = { credits: 960, perSecond: 20 };

const isSuccess = ({ status, isRight }: Asked) => status === 200 && isRight;
const isSpent = ({ status, code }: Asked) => status === 503 && code === 'credits_unavailable';
const isUnchecked = ({ status, code }: Asked) => status === 503 && code === 'keys_unavailable';

/** Sends requests with an unknown key to every process. */
async function probe(fleet: Fleet, key: FleetKey, seconds: number): Promise<Asked[]> {
  const agent = openAgent(1);
  const { members, questions } = fleet.target();
  const [question] = questions;
  if (!question) return [];
  const asked: Asked[] = [];
  for (const end = now() + seconds * 1000; now() < end; await sleep(probeEveryMs)) {
    const flights = members.map((member, at) => ask(agent, member, beginAsked({ member: at, key, question })));
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

async function loseDatabase(fleet: Fleet, { perSecond, outageSeconds }: Size) {
  const admin = fleet.admin;
  const [first, second, unseenKey] = [await admin.issueKey(), await admin.issueKey(), await admin.issueKey()];
  const limitedKey = await admin.issueKey({ monthly_credits: quota.credits });
  const offers = [
    ...[first, second].map((key) => ({ key, perSecond: (perSecond - quota.perSecond) / 2 })),
    { key: limitedKey, perSecond: quota.perSecond },
  ];
  const times = { began: 0, ended: 0 };
  let unseen: Asked[] = [];
  let hasRecovered = false;
  const asked = await askDuring({ ...fleet.target(), offers }, async (soFar) => {
    await sleep(beforeMs);
    await fleet.faults.postgres.begin();
    times.began = now();
    unseen = await probe(fleet, unseenKey, outageSeconds);
    times.ended = now();
    await fleet.faults.postgres.end();
    hasRecovered = await becomes(async () => hasRecoveredFor(soFar, limitedKey), recoverMs);
  });
  const isMeanwhile = ({ began, ended }: Asked) => began > times.began && ended < times.ended;
  const known = asked.filter(({ key }) => key !== limitedKey);
  return {
    asked,
    known,
    unseen,
    limited: asked.filter((one) => one.key === limitedKey && isMeanwhile(one)),
    hasRecovered,
  };
}

export const postgresDown = definePromise<Size, Result>({
  name: 'postgres-down',
  says: [
    'while PostgreSQL is down, keys in use keep working, a key that no process knows gets a 503 and not a 401,',
    'leased credits can be used, and every response is counted once',
  ].join(' '),
  sizes: {
    full: { perSecond: 300, outageSeconds: 60 },
    small: { perSecond: 100, outageSeconds: 6 },
    tiny: { perSecond: 60, outageSeconds: 5 },
  },
  breakages: [
    {
      what: 'a key in use expires from the cache after a second',
      changes: [{ file: 'api/access/key-cache.ts', from: 'outageMs: 5 * 60_000', to: 'outageMs: 1000' }],
      seen: /keys in use failed/,
    },
    {
      what: 'a key that cannot be checked is rejected',
      changes: [
        {
          file: 'api/access/keys.ts',
          from: 'throw error instanceof DatabaseTimeout ? keysUnavailable(error) : error;',
          to: "throw error instanceof DatabaseTimeout ? invalidKey('unknown key') : error;",
        },
      ],
      seen: /unknown key got .*401/,
    },
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build });
    const { asked, ...seen } = await loseDatabase(fleet, size);
    return { ...size, ...seen, counted: await readCounted(fleet, asked) };
  },
  judge({ known, unseen, limited, hasRecovered, counted }) {
    const failed = known.filter((one) => !isSuccess(one));
    const misjudged = unseen.filter((one) => !isUnchecked(one));
    const others = limited.filter((one) => !isSuccess(one) && !isSpent(one));
    return [
      ...when(failed.length > 0, `keys in use failed: ${countOutcomes(failed)}`),
      ...when(unseen.length === 0, 'no unknown key was tried'),
      ...when(misjudged.length > 0, `an unknown key got ${countOutcomes(misjudged)}`),
      ...when(!limited.some(isSuccess), 'no leased credit was used'),
      ...when(!limited.some(isSpent), 'credits were never unavailable'),
      ...when(others.length > 0, `an account with a quota got ${countOutcomes(others)}`),
      ...when(!hasRecovered, 'the account with a quota did not recover'),
      ...judgeCounted(counted),
    ];
  },
  tell: ({ outageSeconds, perSecond, known, unseen, limited, counted }) =>
    `PostgreSQL down for ${outageSeconds} s, ${perSecond} requests/s: keys in use: ${countOutcomes(known)}; ` +
    `unknown keys: ${countOutcomes(unseen)}; with a quota: ${countOutcomes(limited)}; ${tellCounted(counted)}`,
});
