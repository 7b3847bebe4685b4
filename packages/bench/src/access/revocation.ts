import { setTimeout as sleep } from 'node:timers/promises';
import { becomes, type Fleet } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import { type Asked, askDuring, now } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { defineScenario, type Scenario } from '../scenarios/scenario.ts';
import { isSuccess, timeoutMs } from './traffic.ts';

interface Size {
  readonly keys: number;
  /** Requests per second, shared by the keys that are watched at the same time. */
  readonly perSecond: number;
}

/** How processes learn of a revocation: by notification, or when the cached key expires. */
interface Channel {
  readonly name: string;
  readonly title: string;
  readonly isNotified: boolean;
  readonly atOnce: number;
  readonly mostMs: number;
  /** Lifetime of a cached key. Revocations happen at a random time within it. */
  readonly knownMs: number;
}

interface Seen extends Size {
  /** For each key, the time from the end of the revocation to the last success of any process; ascending. */
  readonly lagsMs: readonly number[];
  /** Keys that some process never rejected. */
  readonly neverRejected: number;
}

const warmMs = 700;
const coldMs = 4000;
const rejectedWithinMs = 60_000;

function lagOf(asked: readonly Asked[], revokedAt: number): number {
  return Math.max(0, ...asked.filter(isSuccess).map(({ ended }) => ended - revokedAt));
}

const isRejectedByAll = (asked: readonly Asked[], members: number) =>
  new Set(asked.filter(({ status }) => status === 401).map(({ member }) => member)).size === members;

/** Uses some keys steadily with every process, revokes them, and keeps using them until every process rejects them. */
async function revokeSome(fleet: Fleet, keys: readonly FleetKey[], { perSecond, knownMs }: Size & Channel) {
  const revokedAt = new Map<FleetKey, number>();
  const { members } = fleet.target();
  const offers = keys.map((key) => ({ key, perSecond: perSecond / keys.length }));
  const ofKey = (asked: readonly Asked[], key: FleetKey) => asked.filter((one) => one.key === key);
  const asked = await askDuring({ ...fleet.target(), offers, timeoutMs }, async (soFar) => {
    await sleep(warmMs + Math.random() * knownMs);
    for (const key of keys) {
      await fleet.admin.revoke(key);
      revokedAt.set(key, now());
    }
    const areRejected = async () => keys.every((key) => isRejectedByAll(ofKey(soFar, key), members.length));
    await becomes(areRejected, rejectedWithinMs);
    await sleep(1000);
  });
  return keys.map((key) => ({
    lagMs: lagOf(ofKey(asked, key), revokedAt.get(key) ?? 0),
    isRejected: isRejectedByAll(ofKey(asked, key), members.length),
  }));
}

async function revokeAll(fleet: Fleet, size: Size, channel: Channel): Promise<Seen> {
  const account = await fleet.admin.openAccount();
  // New processes respond slowly, and a response in flight is not part of the measurement.
  const warm = { key: await fleet.admin.issueFor(account), perSecond: size.perSecond };
  await askDuring({ ...fleet.target(), offers: [warm], timeoutMs }, () => sleep(coldMs));
  const seen: Awaited<ReturnType<typeof revokeSome>> = [];
  while (seen.length < size.keys) {
    const keys: FleetKey[] = [];
    while (keys.length < channel.atOnce) keys.push(await fleet.admin.issueFor(account));
    seen.push(...(await revokeSome(fleet, keys, { ...size, ...channel })));
  }
  return {
    ...size,
    lagsMs: seen.map(({ lagMs }) => lagMs).sort((a, b) => a - b),
    neverRejected: seen.filter(({ isRejected }) => !isRejected).length,
  };
}

const share = (sorted: readonly number[], part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);

const defineRevocation = (channel: Channel): Scenario =>
  defineScenario<Size, Seen>({
    ...{ name: channel.name, title: channel.title },
    sizes: { full: { keys: 200, perSecond: 300 }, small: { keys: 10, perSecond: 100 } },
    async run({ fleet }, size) {
      await fleet.serve({ hasHoles: !channel.isNotified });
      if (!channel.isNotified) await fleet.faults.listenerHole.begin();
      try {
        return await revokeAll(fleet, size, channel);
      } finally {
        if (!channel.isNotified) await fleet.faults.listenerHole.end();
      }
    },
    expect: ({ neverRejected }) =>
      violationIf(neverRejected > 0, `${neverRejected} revoked keys were never rejected by some process`),
    expectTimes: ({ lagsMs }) =>
      violationIf(
        share(lagsMs, 0.99) > channel.mostMs,
        `99 % stopped within ${share(lagsMs, 0.99)} ms, not ${channel.mostMs} ms`,
      ),
    describe: ({ lagsMs, perSecond }) =>
      `${lagsMs.length} keys at ${perSecond} requests/s over all processes; last success after the revocation: ` +
      `median ${share(lagsMs, 0.5)} ms, p99 ${share(lagsMs, 0.99)} ms, latest ${share(lagsMs, 1)} ms`,
  });

export const revocation = defineRevocation({
  name: 'revocation',
  title: 'a revoked key stops working in all processes within a second (p99)',
  ...{ isNotified: true, atOnce: 5, mostMs: 1000, knownMs: 0 },
});

export const revocationUnnotified = defineRevocation({
  name: 'revocation-unnotified',
  title: 'and within five seconds if the notification is lost (its connection drops everything)',
  ...{ isNotified: false, atOnce: 10, mostMs: 5000, knownMs: 3000 },
});
