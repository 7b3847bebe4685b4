import { learnDiscovery, type Question } from '../../../testing/src/data/requests.ts';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import {
  type Breakage,
  definePromise,
  type SizeName,
  type Stage,
  type TestedPromise,
  when,
} from '../../../testing/src/processes/promise.ts';
import { type Asked, countOutcomes, isRefused, type Load, now } from '../../../testing/src/processes/steady-load.ts';
import type { OwnStores } from '../../../testing/src/stores/own-stores.ts';
import { dueBetween, isSuccess, ms, p99Of, seconds, watchClients } from './clients.ts';

export interface FaultStage extends Stage {
  readonly stores: OwnStores;
  /** Requests per second, instead of those of the size. */
  readonly perSecond: number | undefined;
  /** A file to which every request is appended as the client saw it. */
  readonly clientLog: string | undefined;
}

/** Settings of the installation: two shards, so that one can be missing. */
export const installed = { ORGDEX_SHARDS: '2' };

/** What the sizes of all faults have in common. */
export interface FaultSize {
  readonly perSecond: number;
  /** Added to each limit of a p99: few requests on a busy machine have a rough p99. */
  readonly slackMs?: number;
}

export type Fault = TestedPromise<FaultStage>;

/** A part of the test, and what clients asked in it. */
export interface Period {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly asked: readonly Asked[];
  /** In ms. */
  readonly p99: number;
}

/** The period that others are compared with. */
const baseline = 'before';

/** Of the p99 of a period: in ms, or as a multiple of the p99 before, plus some ms. */
export type Limit = { readonly mostMs: number } | { readonly times: number; readonly plusMs?: number };

/** What a fault needs besides the stage. */
export interface Rig {
  /** Settings of the processes. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A command that starts the processes, with theirs as its arguments. */
  readonly through?: readonly string[];
  /** Changes the requests that are sent. */
  load?(load: Load): Load;
  /** Runs after the test, whatever happened. */
  close?(): Promise<void>;
}

/** The test while it runs. */
export interface Scene<Size, R> {
  readonly stage: FaultStage;
  readonly size: Size;
  readonly rig: R;
  readonly load: Load;
  /** Names a part of the test; `before` is the one that others are compared with. */
  during<T>(period: string, work: () => Promise<T>): Promise<T>;
}

/** What clients saw, and what else was found out. */
export interface Seen<Size, Found> {
  readonly size: Size;
  readonly found: Found;
  readonly asked: readonly Asked[];
  readonly periods: readonly Period[];
  /** What `verify` found to be violated. */
  readonly violations: readonly string[];
}

export interface FaultFacts<Size extends FaultSize, Found, R extends Rig> {
  readonly name: string;
  readonly says: string;
  readonly sizes: Readonly<Record<SizeName, Size>>;
  readonly breakages: readonly Breakage[];
  prepare?(stage: FaultStage, size: Size): Promise<R>;
  /** What is done, in named periods. */
  act(scene: Scene<Size, R>): Promise<Found>;
  /** After the last request, with all of them, those of the warm-up included: violations that only stores can tell, such as usage that was lost. */
  verify?(scene: Scene<Size, R>, all: readonly Asked[]): Promise<string[]>;
  /** The periods in which a 503 with `Retry-After` is as promised; otherwise only a right 200 is. */
  readonly mayRefuse?: readonly string[];
  /** By the name of a period. */
  readonly p99?: Readonly<Record<string, Limit>>;
  /** Violations besides requests that failed and limits that were exceeded. */
  judge?(seen: Seen<Size, Found>): string[];
  /** What was done. */
  done(size: Size, found: Found): string;
  /** What was found besides that which clients saw. */
  also?(seen: Seen<Size, Found>): string[];
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
  // A failure is not a result: the next test tries again.
  known.catch(() => learned.delete(fleet));
  return known;
}

/** Starts the processes, and returns the load to send to them. Several keys: one key may use only a part of a process. */
export async function openLoad(
  { fleet, build }: FaultStage,
  { perSecond }: FaultSize,
  { settings, through }: Rig = {},
): Promise<Load> {
  await fleet.serve({ build, ...(settings && { settings }), ...(through && { through }) });
  const questions = await questionsOf(fleet);
  const keys = [await fleet.admin.issueKey(), await fleet.admin.issueKey(), await fleet.admin.issueKey()];
  const offers = keys.map((key) => ({ key, perSecond: perSecond / keys.length }));
  return { members: fleet.target().members, questions, offers };
}

function checkLimits<Found>(
  { periods, size: { slackMs = 0 } }: Seen<FaultSize, Found>,
  limits: Readonly<Record<string, Limit>> = {},
): string[] {
  const before = periods.find(({ name }) => name === baseline)?.p99 ?? Number.NaN;
  const mostOf = (limit: Limit) => ('mostMs' in limit ? limit.mostMs : limit.times * before + (limit.plusMs ?? 0));
  return periods.flatMap(({ name, p99 }) => {
    const limit = limits[name];
    // A period without requests, and so without a p99, violates its limit too.
    return when(
      limit !== undefined && !(p99 <= mostOf(limit) + slackMs),
      `p99 of ${ms(p99)} ${name}${limit && 'times' in limit ? `, ${ms(before)} before` : ''}`,
    );
  });
}

/** Neither a right response nor a refusal where one is promised. */
function failedOf(
  { asked, periods }: Pick<Seen<unknown, unknown>, 'asked' | 'periods'>,
  names: readonly string[] = [],
) {
  const refusing = periods.filter(({ name }) => names.includes(name));
  // Also if it was in progress when the period began.
  const isPromised = (one: Asked) =>
    isRefused(one) && refusing.some(({ from, to }) => one.ended >= from && one.began < to);
  return asked.filter((one) => !isSuccess(one) && !isPromised(one));
}

/** From the first to the last request that had no success. */
function outageOf(asked: readonly Asked[]): string {
  const without = asked.filter((one) => !isSuccess(one));
  const [first, last] = [without[0], without.at(-1)];
  if (!first || !last) return '';
  const refused = without.filter(isRefused).length;
  return `, ${refused} refused with \`Retry-After\`, all within ${seconds(last.began - first.began)}`;
}

const isWrong = ({ status, isRight }: Asked) => status === 200 && !isRight;

function tellClients({ asked, periods }: Seen<unknown, unknown>, failed: readonly Asked[]): string {
  const p99s = periods.map(({ name, p99 }) => `${ms(p99)} ${name}`);
  const counts = `${asked.filter(isWrong).length} wrong answers, ${failed.length} of ${asked.length} failed${outageOf(asked)}`;
  return p99s.length > 0 ? `${counts}; p99 ${p99s.join(', ')}` : counts;
}

/** Runs what a fault does under load, and collects what clients saw. */
async function observe<Size extends FaultSize, Found, R extends Rig>(
  { prepare, act, verify }: FaultFacts<Size, Found, R>,
  stage: FaultStage,
  size: Size,
): Promise<Seen<Size, Found>> {
  const rig = (await prepare?.(stage, size)) ?? ({} as R);
  try {
    const plain = await openLoad(stage, size, rig);
    const load = rig.load?.(plain) ?? plain;
    const parts: { name: string; from: number; to: number }[] = [];
    async function during<T>(name: string, work: () => Promise<T>): Promise<T> {
      const from = now();
      try {
        return await work();
      } finally {
        parts.push({ name, from, to: now() });
      }
    }
    const scene = { stage, size, rig, load, during };
    let found: Found | undefined;
    const { all, asked } = await watchClients(stage, load, async () => {
      found = await act(scene);
    });
    const violations = (await verify?.(scene, all)) ?? [];
    const periods = parts.map((part) => {
      const due = dueBetween(asked, part.from, part.to);
      return { ...part, asked: due, p99: p99Of(due) };
    });
    return { size, found: found as Found, asked, periods, violations };
  } finally {
    await rig.close?.();
  }
}

/** A fault that clients should not notice, or only as promised: it says what is done and what is promised, and the rest is here. */
export function defineFault<Size extends FaultSize, Found = void, R extends Rig = Rig>(
  facts: FaultFacts<Size, Found, R>,
): Fault {
  const { name, says, sizes, breakages, mayRefuse, p99, judge, done, also } = facts;
  return definePromise<Size, Seen<Size, Found>, FaultStage>({
    ...{ name, says, sizes, breakages },
    run: (stage, size) => observe(facts, stage, { ...size, perSecond: stage.perSecond ?? size.perSecond }),
    judge(seen) {
      const failed = failedOf(seen, mayRefuse);
      return [
        ...when(seen.asked.length === 0, 'no request was sent'),
        ...when(failed.length > 0, `failed: ${countOutcomes(failed)}`),
        ...checkLimits(seen, p99),
        ...(judge?.(seen) ?? []),
        ...seen.violations,
      ];
    },
    tell: (seen) =>
      [
        `${done(seen.size, seen.found)}, ${seen.size.perSecond} requests/s: ${tellClients(seen, failedOf(seen, mayRefuse))}`,
        ...(also?.(seen) ?? []),
      ].join('; '),
  });
}
