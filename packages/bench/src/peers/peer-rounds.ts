import { isDeepStrictEqual } from 'node:util';
import { waitForIdle } from '../speed/wait-for-idle.ts';
import { readMeters } from './meters.ts';
import type { Client, LoadOrder, PeerCase, PeerResponse, Sample, System } from './system.ts';

export interface PeerOrder extends LoadOrder {
  readonly rounds: number;
  /** Measures even if other processes use the machine. */
  readonly isBusy: boolean;
}

/** The result of one case, by the name of each system that has the operation. */
export interface PeerResult extends Pick<PeerCase, 'operation' | 'traffic'> {
  readonly companies: number;
  /** Mean size of a response, without the overhead of the protocol. */
  readonly bytes: Readonly<Record<string, number>>;
  /** A system that failed in a round is missing from that round. */
  readonly rounds: readonly Readonly<Record<string, Sample>>[];
  readonly failures: readonly string[];
}

interface Ready {
  readonly system: System;
  readonly client: Client;
  readonly responses: readonly PeerResponse[];
}

const compared = 20;

type Expected = readonly PeerResponse[];

async function prepareSystem(system: System, peerCase: PeerCase, expected: Expected): Promise<Ready | undefined> {
  const client = await system.prepare(peerCase);
  if (!client) return undefined;
  const responses: PeerResponse[] = [];
  try {
    for (let at = 0; at < Math.min(compared, peerCase.samples.length); at += 1)
      responses.push(await client.requestOne(at));
    checkSame(expected, responses);
    return { system, client, responses };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Which company an item means is a judgment: two systems may differ in one of five. */
const leastAgreement = 0.8;

const isSameBatch = ({ items = [] }: PeerResponse, { items: others = [] }: PeerResponse) =>
  items.length === others.length &&
  items.filter((item, at) => item === others[at]).length >= leastAgreement * items.length;

const isSame = (one: PeerResponse, other: PeerResponse) =>
  isSameBatch(one, other) &&
  isDeepStrictEqual(one.about, other.about) &&
  (!one.whole || !other.whole || isDeepStrictEqual(one.whole, other.whole));

/** Systems that return different content cannot be compared. */
export function checkSame(expected: Expected, found: readonly PeerResponse[]): void {
  const at = expected.findIndex((response, index) => !isSame(response, found[index] as PeerResponse));
  if (at < 0) return;
  const words = [expected[at], found[at]].map((response) => JSON.stringify(response).slice(0, 300));
  throw new Error(`different response: expected ${words[0]}, got ${words[1]}`);
}

const describe = ({ name }: System, error: unknown): string => {
  const { message, cause } = error as Error;
  return `${name}: ${[message, cause].filter(Boolean).join(': ')}`;
};

/** Prepares every system that has the operation and returns the same responses as the first one. */
async function prepareAll(systems: readonly System[], peerCase: PeerCase) {
  const [ready, failures]: [Ready[], string[]] = [[], []];
  for (const system of systems) {
    try {
      const one = await prepareSystem(system, peerCase, ready[0]?.responses ?? []);
      if (one) ready.push(one);
    } catch (error) {
      failures.push(describe(system, error));
    }
  }
  return { ready, failures };
}

const meanBytes = ({ system, responses }: Ready) => [
  system.name,
  responses.reduce((sum, { bytes }) => sum + bytes, 0) / responses.length,
];

async function measureSystem({ system, client }: Ready, order: LoadOrder): Promise<Sample> {
  const before = readMeters(system.meters);
  const { requests, seconds, p50Ms, p99Ms } = await client.load(order);
  const after = Object.entries(readMeters(system.meters)) as [keyof typeof before, number][];
  const cpuUs = Object.fromEntries(after.map(([part, us]) => [part, (us - (before[part] ?? 0)) / requests]));
  return { perSecond: requests / seconds, p50Ms, p99Ms, cpuUs };
}

type Measured = Pick<PeerResult, 'rounds' | 'failures'>;

/** Measures the systems in turn; each round starts with a different one. The first round is a warm-up and does not count. */
async function measureRounds(ready: readonly Ready[], order: PeerOrder): Promise<Measured> {
  const rounds: Record<string, Sample>[] = [];
  const failures: string[] = [];
  for (let at = -1; at < order.rounds; at += 1) {
    if (!order.isBusy) await waitForIdle();
    const round: Record<string, Sample> = {};
    for (const [index] of ready.entries()) {
      const one = ready[(index + at + 1) % ready.length] as Ready;
      try {
        round[one.system.name] = await measureSystem(one, order);
      } catch (error) {
        failures.push(describe(one.system, error));
      }
    }
    if (at >= 0) rounds.push(round);
  }
  return { rounds, failures };
}

/** Undefined if no system has the operation. */
export async function measureCase(
  systems: readonly System[],
  peerCase: PeerCase,
  order: PeerOrder,
): Promise<PeerResult | undefined> {
  const { ready, failures } = await prepareAll(systems, peerCase);
  if (ready.length + failures.length === 0) return undefined;
  try {
    const measured = await measureRounds(ready, order);
    const { operation, traffic, samples } = peerCase;
    const facts = { operation, traffic, companies: samples.length };
    const bytes = Object.fromEntries(ready.map(meanBytes));
    return { ...facts, bytes, rounds: measured.rounds, failures: [...failures, ...measured.failures] };
  } finally {
    for (const { client } of ready) await client.close();
  }
}
