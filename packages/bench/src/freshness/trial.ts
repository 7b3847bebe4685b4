import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../../testing/src/processes/steady-load.ts';
import { type KindName, kindNames, kindOf } from './change-kinds.ts';
import type { Environment } from './environment.ts';
import type { Scenario } from './scenarios.ts';
import { startWatch, type Watch } from './watch.ts';

/** Start and end of the command that made the change. */
interface Changed {
  readonly began: number;
  readonly ended: number;
}

/** When a change became visible on one connection to a process with a cache. */
export interface Lag {
  readonly kind: KindName;
  /** When the last request with the old response was sent, relative to the end of the command. Negative means before it. */
  readonly lastOldMs: number;
  /** The same, relative to the last old response of the process without a cache: the delay that the cache adds. */
  readonly behindMs: number;
  /** When the first new response arrived, relative to the end and to the start of the command. */
  readonly firstNewMs: number;
  readonly firstNewSinceBegunMs: number;
  /** Responses that were neither old nor new. */
  readonly wrong: readonly string[];
}

interface Watched {
  readonly kind: KindName;
  /** Whether the process has a cache. */
  readonly hasCache: boolean;
  readonly before: unknown;
  readonly after: unknown;
  readonly watch: Watch;
}

/** Responses before the change, and how long the trial waits for the new response. */
const warmUpResponses = 10;
const timeoutMs = 6000;
const afterwardsMs = 500;

function watchAll({ bases, uncachedBase, key, idOf }: Environment, trial: string): Watched[] {
  return kindNames.flatMap((kind) => {
    const { requestSpec, read, expected } = kindOf(kind);
    const [before, after] = expected(trial, idOf);
    return [...bases, uncachedBase].map((base) => {
      const watch = startWatch({ base, key, requestSpec: requestSpec(trial, idOf), read });
      return { kind, hasCache: base !== uncachedBase, before, after, watch };
    });
  });
}

async function until(check: () => boolean, withinMs = timeoutMs): Promise<void> {
  for (const end = now() + withinMs; !check() && now() < end; ) await sleep(20);
}

const isSeen = ({ watch, after }: Watched) => watch.seen.at(-1)?.what === after;

/** All changes by records are one import. Changes by commands follow one by one. */
function* changesOf(environment: Environment, trial: string): Generator<[KindName[], () => Promise<unknown>]> {
  const imported = kindNames.filter((kind) => 'records' in kindOf(kind).change);
  const records = imported.flatMap((kind) => {
    const { change } = kindOf(kind);
    return 'records' in change ? change.records(trial) : [];
  });
  yield [imported, () => environment.importRecords(trial, records)];
  for (const kind of kindNames) {
    const { change } = kindOf(kind);
    if ('command' in change) yield [[kind], () => environment.orgdex(...change.command(trial, environment.idOf))];
  }
}

const lastOldOf = ({ watch, before }: Watched) => watch.seen.findLast(({ what }) => what === before)?.began ?? 0;

function lagOf(watched: Watched, { began, ended }: Changed, lastUncached: number): Lag {
  const { kind, before, after, watch } = watched;
  const firstNew = watch.seen.find(({ what }) => what === after)?.ended ?? Number.POSITIVE_INFINITY;
  return {
    kind,
    lastOldMs: lastOldOf(watched) - ended,
    behindMs: lastOldOf(watched) - lastUncached,
    firstNewMs: firstNew - ended,
    firstNewSinceBegunMs: firstNew - began,
    wrong: watch.seen.filter(({ what }) => what !== before && what !== after).map(({ what }) => String(what)),
  };
}

function lagsOf(watched: readonly Watched[], changed: ReadonlyMap<KindName, Changed>): Lag[] {
  const uncached = new Map(watched.filter(({ hasCache }) => !hasCache).map((one) => [one.kind, lastOldOf(one)]));
  return watched
    .filter(({ hasCache }) => hasCache)
    .map((one) => lagOf(one, changed.get(one.kind) ?? { began: 0, ended: 0 }, uncached.get(one.kind) ?? 0));
}

/** Fills all caches, makes the changes, and measures how long the old responses were visible. */
async function runTrial(environment: Environment, scenario: Scenario, trial: string): Promise<Lag[]> {
  const watched = watchAll(environment, trial);
  const changed = new Map<KindName, Changed>();
  try {
    await until(() => watched.every(({ watch }) => watch.seen.length > warmUpResponses));
    await environment.begin(scenario);
    for (const [kinds, command] of changesOf(environment, trial)) {
      const began = now();
      await command();
      for (const kind of kinds) changed.set(kind, { began, ended: now() });
      await until(() => watched.filter(({ kind }) => kinds.includes(kind)).every(isSeen));
    }
    await sleep(afterwardsMs);
  } finally {
    await Promise.all(watched.map(({ watch }) => watch.stop()));
    await environment.end(scenario);
  }
  return lagsOf(watched, changed);
}

/** Runs trials one after the other. The fault of the scenario starts when all caches are filled. */
export async function runTrials(
  environment: Environment,
  scenario: Scenario,
  trials: readonly string[],
): Promise<Lag[]> {
  const lags: Lag[] = [];
  for (const trial of trials) lags.push(...(await runTrial(environment, scenario, trial)));
  return lags;
}
