import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../../server/test/support/processes/steady-load.ts';
import { type KindName, kindNames, kindOf } from './kinds.ts';
import type { Stage } from './stage.ts';
import { startWatch, type Watch } from './watch.ts';
import type { Way } from './ways.ts';

/** When the command that changed something ran. */
interface Changed {
  readonly began: number;
  readonly ended: number;
}

/** How one change came into sight on one connection to a process that remembers. */
export interface Lag {
  readonly kind: KindName;
  /** When the last old answer was asked for, after the command had ended; below 0: before that. */
  readonly lastOldMs: number;
  /** The same, after the last old answer of the process that remembers nothing: what remembering costs. */
  readonly behindMs: number;
  /** When the first new answer had come, after the command had ended, and after it had begun. */
  readonly firstNewMs: number;
  readonly firstNewSinceBegunMs: number;
  /** What was neither the old nor the new answer. */
  readonly wrong: readonly string[];
}

interface Watched {
  readonly kind: KindName;
  /** Whether the process remembers what it read. */
  readonly remembers: boolean;
  readonly before: unknown;
  readonly after: unknown;
  readonly watch: Watch;
}

/** So much is seen of the old before it changes, and so long is looked for it afterwards. */
const warmAnswers = 10;
const patienceMs = 6000;
const afterwardsMs = 500;

function watchAll({ bases, forgetfulBase, key, idOf }: Stage, trial: string): Watched[] {
  return kindNames.flatMap((kind) => {
    const { asking, read, expected } = kindOf(kind);
    const [before, after] = expected(trial, idOf);
    return [...bases, forgetfulBase].map((base) => {
      const watch = startWatch({ base, key, asking: asking(trial, idOf), read });
      return { kind, remembers: base !== forgetfulBase, before, after, watch };
    });
  });
}

async function until(check: () => boolean, withinMs = patienceMs): Promise<void> {
  for (const end = now() + withinMs; !check() && now() < end; ) await sleep(20);
}

const isSeen = ({ watch, after }: Watched) => watch.seen.at(-1)?.what === after;

/** Everything that records change is one import; what a command changes comes after it, one by one. */
function* changesOf(stage: Stage, trial: string): Generator<[KindName[], () => Promise<unknown>]> {
  const imported = kindNames.filter((kind) => 'records' in kindOf(kind).change);
  const records = imported.flatMap((kind) => {
    const { change } = kindOf(kind);
    return 'records' in change ? change.records(trial) : [];
  });
  yield [imported, () => stage.importRecords(trial, records)];
  for (const kind of kindNames) {
    const { change } = kindOf(kind);
    if ('command' in change) yield [[kind], () => stage.orgdex(...change.command(trial, stage.idOf))];
  }
}

const lastOldOf = ({ watch, before }: Watched) => watch.seen.findLast(({ what }) => what === before)?.began ?? 0;

function lagOf(watched: Watched, { began, ended }: Changed, lastUnremembered: number): Lag {
  const { kind, before, after, watch } = watched;
  const firstNew = watch.seen.find(({ what }) => what === after)?.ended ?? Number.POSITIVE_INFINITY;
  return {
    kind,
    lastOldMs: lastOldOf(watched) - ended,
    behindMs: lastOldOf(watched) - lastUnremembered,
    firstNewMs: firstNew - ended,
    firstNewSinceBegunMs: firstNew - began,
    wrong: watch.seen.filter(({ what }) => what !== before && what !== after).map(({ what }) => String(what)),
  };
}

function lagsOf(watched: readonly Watched[], changed: ReadonlyMap<KindName, Changed>): Lag[] {
  const unremembered = new Map(watched.filter(({ remembers }) => !remembers).map((one) => [one.kind, lastOldOf(one)]));
  return watched
    .filter(({ remembers }) => remembers)
    .map((one) => lagOf(one, changed.get(one.kind) ?? { began: 0, ended: 0 }, unremembered.get(one.kind) ?? 0));
}

/** Keeps everything hot on every connection, changes it, and tells how long the old was seen. */
async function runTrial(stage: Stage, way: Way, trial: string): Promise<Lag[]> {
  const watched = watchAll(stage, trial);
  const changed = new Map<KindName, Changed>();
  try {
    await until(() => watched.every(({ watch }) => watch.seen.length > warmAnswers));
    await stage.begin(way);
    for (const [kinds, command] of changesOf(stage, trial)) {
      const began = now();
      await command();
      for (const kind of kinds) changed.set(kind, { began, ended: now() });
      await until(() => watched.filter(({ kind }) => kinds.includes(kind)).every(isSeen));
    }
    await sleep(afterwardsMs);
  } finally {
    await Promise.all(watched.map(({ watch }) => watch.stop()));
    await stage.end(way);
  }
  return lagsOf(watched, changed);
}

/** Trials one after the other, each with what goes wrong once everything is hot. */
export async function runTrials(stage: Stage, way: Way, trials: readonly string[]): Promise<Lag[]> {
  const lags: Lag[] = [];
  for (const trial of trials) lags.push(...(await runTrial(stage, way, trial)));
  return lags;
}
