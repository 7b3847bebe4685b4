import { setTimeout as sleep } from 'node:timers/promises';
import { learnDiscovery, type Question } from '../../../testing/src/data/requests.ts';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import {
  type Asked,
  askDuring,
  countOutcomes,
  isRefused,
  type Load,
  now,
} from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { quantile } from '../report/statistics.ts';
import { defineScenario, type Scenario, type SizeName, type Stage } from './scenario.ts';

/** Settings of the installation: two shards, so that one can be missing. */
export const installed = { ORGDEX_SHARDS: '2' };

/** What the sizes of all faults have in common. */
export interface LoadSize {
  readonly perSecond: number;
}

/** A part of the scenario, and the requests that were due in it. */
export interface Period {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly asked: readonly Asked[];
  readonly p99Ms: number;
}

/** Of the p99 of a period: in ms, or as a multiple of the p99 before. */
type Limit = { readonly mostMs: number } | { readonly times: number };

/** What a fault needs in addition to the stage. */
export interface Setup {
  /** Settings of the processes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Changes the requests that are sent. */
  changeLoad?(load: Load): Load;
}

/** The scenario while it runs. */
export interface Scene<Size, S> {
  readonly stage: Stage;
  readonly size: Size;
  readonly setup: S;
  readonly load: Load;
  /** Names a part of the scenario; `before` is the one that others are compared with. */
  during<T>(period: string, work: () => Promise<T>): Promise<T>;
}

export interface Seen<Size, Found> {
  readonly size: Size;
  readonly found: Found;
  readonly asked: readonly Asked[];
  readonly periods: readonly Period[];
}

export interface FaultFacts<Size extends LoadSize, Found, S extends Setup> {
  readonly name: string;
  readonly title: string;
  readonly sizes: Readonly<Record<SizeName, Size>>;
  prepare?(stage: Stage): Promise<S>;
  /** Causes the fault, in named periods. */
  act(scene: Scene<Size, S>): Promise<Found>;
  /** The periods in which a 503 with `Retry-After` is guaranteed; otherwise only a correct 200 is. */
  readonly mayRefuse?: readonly string[];
  /** By the name of a period. */
  readonly p99?: Readonly<Record<string, Limit>>;
  /** Violations other than failed requests and limits of a p99. */
  expect?(seen: Seen<Size, Found>): string[];
  expectTimes?(seen: Seen<Size, Found>): string[];
  /** What was done, then what was found out. */
  describe(seen: Seen<Size, Found>): readonly [string, ...string[]];
}

export const ms = (value: number): string => `${Math.round(value)} ms`;
export const isSuccess = ({ status, isRight }: Asked): boolean => status === 200 && isRight;

/** The requests that were due in this period. */
export const dueBetween = (asked: readonly Asked[], from: number, to: number): Asked[] =>
  asked.filter(({ began }) => began >= from && began < to);

/** In ms, of the requests that ended. */
export const p99Of = (asked: readonly Asked[]): number =>
  quantile(
    asked.filter(({ ended }) => ended > 0).map(({ began, ended }) => ended - began),
    0.99,
  );

export const periodNamed = ({ periods }: Pick<Seen<unknown, unknown>, 'periods'>, name: string): Period =>
  periods.find((period) => period.name === name) as Period;

/** Longer than any request may take: a client that gives up would measure the speed of the machine. */
const timeoutMs = 15_000;

const warmUp = { mostMs: 90_000, steadyMs: 3000, p99Ms: 500 };

/** Sends the load while the work runs; returns the requests since the processes responded as usual. */
export async function watchClients(load: Load, work: () => Promise<void>): Promise<Asked[]> {
  let from = 0;
  const all = await askDuring(load, async (soFar) => {
    const end = now() + warmUp.mostMs;
    for (await sleep(warmUp.steadyMs); now() < end; await sleep(1000)) {
      const lately = dueBetween(soFar, now() - warmUp.steadyMs, now() - warmUp.p99Ms);
      if (lately.every(isSuccess) && p99Of(lately) < warmUp.p99Ms) break;
    }
    from = now();
    await work();
  });
  return dueBetween(all, from, Number.POSITIVE_INFINITY);
}

const learned = new WeakMap<Fleet, Promise<readonly Question[]>>();

/** All operations of customers, with the responses before any fault. */
function questionsOf(fleet: Fleet): Promise<readonly Question[]> {
  async function learn(): Promise<readonly Question[]> {
    const { members, questions } = fleet.target();
    const discovery = await learnDiscovery(questions, members[0]?.base ?? '', await fleet.admin.issueKey());
    return [...questions, ...discovery];
  }
  const known = learned.get(fleet) ?? learn();
  learned.set(fleet, known);
  // A failure is not a result: the next scenario tries again.
  known.catch(() => learned.delete(fleet));
  return known;
}

/** Starts the processes, and returns the load to send to them. Several keys: one key may use only a part of a process. */
export async function openLoad(
  { fleet }: Stage,
  { perSecond }: LoadSize,
  settings: Setup['settings'] = {},
): Promise<Load> {
  await fleet.serve({ settings });
  const questions = await questionsOf(fleet);
  const keys = [await fleet.admin.issueKey(), await fleet.admin.issueKey(), await fleet.admin.issueKey()];
  return {
    members: fleet.target().members,
    questions,
    offers: keys.map((key) => ({ key, perSecond: perSecond / keys.length })),
    timeoutMs,
  };
}

/** Neither a correct response nor, where that is guaranteed, a 503 with `Retry-After`. */
function failedOf({ asked, periods }: Seen<unknown, unknown>, names: readonly string[] = []): Asked[] {
  const refusing = periods.filter(({ name }) => names.includes(name));
  // Also if it was in progress when the period began.
  const mayBeRefused = (one: Asked) =>
    isRefused(one) && refusing.some(({ from, to }) => one.ended >= from && one.began < to);
  return asked.filter((one) => !isSuccess(one) && !mayBeRefused(one));
}

function lateOf({ periods }: Seen<unknown, unknown>, limits: Readonly<Record<string, Limit>> = {}): string[] {
  const before = periods.find(({ name }) => name === 'before')?.p99Ms ?? Number.NaN;
  return periods.flatMap(({ name, p99Ms }) => {
    const limit = limits[name];
    const mostMs = limit && ('mostMs' in limit ? limit.mostMs : limit.times * before);
    // A period without requests, and so without a p99, violates its limit too.
    const sentence = `p99 of ${ms(p99Ms)} ${name}, at most ${ms(mostMs ?? 0)} is allowed`;
    return violationIf(mostMs !== undefined && !(p99Ms <= mostMs), sentence);
  });
}

const countWrong = (asked: readonly Asked[]): number =>
  asked.filter(({ status, isRight }) => status === 200 && !isRight).length;

async function observe<Size extends LoadSize, Found, S extends Setup>(
  { prepare, act }: FaultFacts<Size, Found, S>,
  stage: Stage,
  size: Size,
): Promise<Seen<Size, Found>> {
  const setup = (await prepare?.(stage)) ?? ({} as S);
  const plain = await openLoad(stage, size, setup.settings);
  const load = setup.changeLoad?.(plain) ?? plain;
  const parts: { name: string; from: number; to: number }[] = [];
  async function during<T>(name: string, work: () => Promise<T>): Promise<T> {
    const from = now();
    try {
      return await work();
    } finally {
      parts.push({ name, from, to: now() });
    }
  }
  let found: Found | undefined;
  const asked = await watchClients(load, async () => {
    found = await act({ stage, size, setup, load, during });
  });
  const periods = parts.map((part) => {
    const due = dueBetween(asked, part.from, part.to);
    return { ...part, asked: due, p99Ms: p99Of(due) };
  });
  return { size, found: found as Found, asked, periods };
}

/** A fault under a constant load, which clients should not notice, or only as guaranteed. */
export function defineFault<Size extends LoadSize, Found = void, S extends Setup = Setup>(
  facts: FaultFacts<Size, Found, S>,
): Scenario {
  const { name, title, sizes, mayRefuse, p99, expect, expectTimes, describe } = facts;
  return defineScenario<Size, Seen<Size, Found>>({
    ...{ name, title, sizes },
    run: (stage, size) => observe(facts, stage, size),
    expect(seen) {
      const failed = failedOf(seen, mayRefuse);
      return [
        ...violationIf(seen.asked.length === 0, 'no request was sent'),
        ...violationIf(failed.length > 0, `failed: ${countOutcomes(failed)}`),
        ...(expect?.(seen) ?? []),
      ];
    },
    expectTimes: (seen) => [...lateOf(seen, p99), ...(expectTimes?.(seen) ?? [])],
    describe(seen) {
      const { asked, periods, size } = seen;
      const [done, ...details] = describe(seen);
      const failed = failedOf(seen, mayRefuse).length;
      const counts = `${countWrong(asked)} wrong responses, ${failed} of ${asked.length} failed`;
      const refused = `${asked.filter(isRefused).length} rejected with \`Retry-After\``;
      const p99s = `p99 ${periods.map(({ name: period, p99Ms }) => `${ms(p99Ms)} ${period}`).join(', ')}`;
      return [`${done}, ${size.perSecond} requests/s: ${counts}`, refused, p99s, ...details].join('; ');
    },
  });
}
