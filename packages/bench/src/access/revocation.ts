import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import { definePromise, when } from '../../../testing/src/processes/promise.ts';
import { type Asked, askDuring, now } from '../../../testing/src/processes/steady-load.ts';

interface Size {
  keys: number;
  /** Requests per second, shared by the keys that are watched at the same time. */
  perSecond: number;
}

/** How processes learn of a revocation: by notification, or when the cached key expires. */
interface Channel {
  readonly atOnce: number;
  readonly mostMs: number;
  /** Lifetime of a cached key. Revocations happen at a random time within it. */
  readonly knownMs: number;
}

interface Result extends Size {
  /** For each key, the time from the end of the revocation to the last success of any process. */
  lagsMs: number[];
  /** Keys that some process never rejected. */
  neverRefused: number;
}

const warmMs = 700;
const coldMs = 4000;

function lagOf(asked: readonly Asked[], revokedAt: number): number {
  const ends = asked.filter(({ status }) => status === 200).map(({ ended }) => ended - revokedAt);
  return Math.max(0, ...ends);
}

const isRefusedByAll = (asked: readonly Asked[], members: number) =>
  new Set(asked.filter(({ status }) => status === 401).map(({ member }) => member)).size === members;

/** Uses some keys steadily with every process, revokes them, and keeps using them. */
async function revokeSome(fleet: Fleet, keys: readonly FleetKey[], { perSecond, mostMs, knownMs }: Size & Channel) {
  const revokedAt = new Map<FleetKey, number>();
  const offers = keys.map((key) => ({ key, perSecond: perSecond / keys.length }));
  const asked = await askDuring({ ...fleet.target(), offers }, async () => {
    await sleep(warmMs + Math.random() * knownMs);
    for (const key of keys) {
      await fleet.admin.revoke(key);
      revokedAt.set(key, now());
    }
    await sleep(mostMs + 1000);
  });
  return keys.map((key) => {
    const own = asked.filter((one) => one.key === key);
    return {
      lagMs: lagOf(own, revokedAt.get(key) ?? 0),
      isRefused: isRefusedByAll(own, fleet.target().members.length),
    };
  });
}

/** New processes respond slowly, and a response in flight is not part of the measurement. */
async function warmUp(fleet: Fleet, key: FleetKey, { perSecond }: Size): Promise<void> {
  await askDuring({ ...fleet.target(), offers: [{ key, perSecond }] }, () => sleep(coldMs));
}

async function revokeAll(fleet: Fleet, size: Size, channel: Channel): Promise<Result> {
  const account = await fleet.admin.openAccount();
  await warmUp(fleet, await fleet.admin.issueFor(account), size);
  const seen: Awaited<ReturnType<typeof revokeSome>> = [];
  while (seen.length < size.keys) {
    const keys: FleetKey[] = [];
    while (keys.length < channel.atOnce) keys.push(await fleet.admin.issueFor(account));
    seen.push(...(await revokeSome(fleet, keys, { ...size, ...channel })));
  }
  return {
    ...size,
    lagsMs: seen.map(({ lagMs }) => lagMs).sort((a, b) => a - b),
    neverRefused: seen.filter(({ isRefused }) => !isRefused).length,
  };
}

const share = (sorted: readonly number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0;

const judgeWith =
  (mostMs: number) =>
  ({ lagsMs, neverRefused }: Result) => [
    ...when(
      share(lagsMs, 0.99) > mostMs,
      `99 % stopped within ${Math.round(share(lagsMs, 0.99))} ms, not ${mostMs} ms`,
    ),
    ...when(neverRefused > 0, `${neverRefused} revoked keys were never rejected by some process`),
  ];

const tell = ({ lagsMs, perSecond }: Result) =>
  `${lagsMs.length} keys at ${perSecond} requests/s over all processes; last success after the revocation: ` +
  `median ${Math.round(share(lagsMs, 0.5))} ms, p99 ${Math.round(share(lagsMs, 0.99))} ms, latest ${Math.round(share(lagsMs, 1))} ms`;

const tooLate = /not \d+ ms/;
const notified = { atOnce: 5, mostMs: 1000, knownMs: 0 };
const unnotified = { atOnce: 10, mostMs: 5000, knownMs: 3000 };

export const revocation = definePromise<Size, Result>({
  name: 'revocation',
  says: 'a revoked key stops working in all processes within a second (p99)',
  sizes: {
    full: { keys: 200, perSecond: 300 },
    small: { keys: 10, perSecond: 150 },
    tiny: { keys: 1, perSecond: 100 },
  },
  breakages: [
    {
      what: 'no process is notified',
      changes: [
        {
          file: 'api/access/audited-change.ts',
          from: 'notifyRevoked: (keyId) => notifyKeyChange(client, keyId)',
          to: 'notifyRevoked: async () => {}',
        },
      ],
      seen: tooLate,
    },
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build });
    return revokeAll(fleet, size, notified);
  },
  judge: judgeWith(notified.mostMs),
  tell,
});

export const revocationUnnotified = definePromise<Size, Result>({
  name: 'revocation-unnotified',
  says: 'and within five seconds if the notification is lost (its connection drops everything)',
  sizes: {
    full: { keys: 200, perSecond: 300 },
    small: { keys: 10, perSecond: 150 },
    tiny: { keys: 1, perSecond: 100 },
  },
  breakages: [
    {
      what: 'a cached key is valid for a minute',
      changes: [{ file: 'api/access/key-cache.ts', from: 'knownMs: 3000', to: 'knownMs: 60_000' }],
      seen: tooLate,
    },
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build, hasHoles: true });
    await fleet.faults.listenerHole.begin();
    try {
      return await revokeAll(fleet, size, unnotified);
    } finally {
      await fleet.faults.listenerHole.end();
    }
  },
  judge: judgeWith(unnotified.mostMs),
  tell,
});
