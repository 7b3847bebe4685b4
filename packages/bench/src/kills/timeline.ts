import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../../server/test/support/processes/installation.ts';
import type { Place, Work } from './place.ts';

/** A commit that was seen from outside, and when. */
export interface Tick {
  place: Place;
  at: number;
}

const pollMs = 20;

/** Looks how far a command is until it ends, and tells of each step that was committed, and of each look. */
export async function watch(
  { pool }: Installation,
  { work, isOver }: { work: Work; isOver: () => boolean },
  onLook: (last: Tick | undefined) => void,
): Promise<void> {
  let last: Tick | undefined;
  while (!isOver()) {
    // A database that is down has nothing to say.
    const place = await work.readPlace(pool).catch(() => undefined);
    if (place && place.order !== last?.place.order) last = { place, at: Date.now() };
    onLook(last);
    await sleep(pollMs);
  }
}

/** One undisturbed run of a command: when each step was committed. */
export interface Timeline {
  work: Work;
  ticks: Tick[];
  ended: number;
}

/** How long a command takes until it is at work: the shortest of some, since only then it was at work at once. */
export async function measureStartUp(installation: Installation): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const began = Date.now();
    await installation.orgdex('key', 'list');
    took.push(Date.now() - began);
  }
  return Math.min(...took);
}

/** When a command was started, and from when on it is at work. */
export interface Start {
  before: Place | undefined;
  atWork: number;
}

export const startNow = async ({ pool }: Installation, work: Work, startUpMs: number): Promise<Start> => ({
  before: await work.readPlace(pool).catch(() => undefined),
  atWork: Date.now() + startUpMs,
});

/** When a command reached a place: one that it found there, when it was at work. */
export const reachedAt = ({ place, at }: Tick, { before, atWork }: Start) =>
  place.order === before?.order ? Math.max(at, atWork) : at;

export async function runUndisturbed(installation: Installation, work: Work, startUpMs: number): Promise<Timeline> {
  const ticks: Tick[] = [];
  const start = await startNow(installation, work, startUpMs);
  const { child, end } = installation.run(...work.args);
  await watch(installation, { work, isOver: () => child.exitCode !== null }, (last) => {
    if (!last || last.place.order === ticks.at(-1)?.place.order) return;
    ticks.push({ ...last, at: reachedAt(last, start) });
  });
  const { code, err } = await end;
  if (code !== 0) throw new Error(`orgdex ${work.args.join(' ')} ended with ${code}: ${err}`);
  return { work, ticks, ended: Date.now() };
}

/** A stage of one command: the stretches of time between its commits. */
export interface Stretch {
  work: Work;
  stage: string;
  parts: { order: string; ms: number }[];
  ms: number;
}

/** The stages of a command, without its way in and out. */
export function stretchesOf({ work, ticks, ended }: Timeline): Stretch[] {
  const parts = ticks.map(({ place, at }, number) => ({
    stage: place.stage,
    order: place.order,
    ms: Math.max(0, (ticks[number + 1]?.at ?? ended) - at),
  }));
  const stages = Object.entries(Object.groupBy(parts, ({ stage }) => stage)).filter(([stage]) => stage !== 'done');
  return stages.map(([stage, of = []]) => ({ work, stage, parts: of, ms: of.reduce((sum, { ms }) => sum + ms, 0) }));
}

/** When to strike: so many milliseconds after this place was reached. */
export interface Moment {
  work: Work;
  order: string;
  delayMs: number;
}

/** A random moment of a stage. */
function drawMoment({ work, parts, ms }: Stretch): Moment {
  let left = Math.random() * ms * 0.95;
  const part = parts.find((each) => {
    if (left < each.ms) return true;
    left -= each.ms;
    return false;
  });
  return { work, order: part?.order ?? '', delayMs: left };
}

/** So many random moments, the same number in each stage; what does not go round falls to the longest ones. */
export function drawMoments(timelines: readonly Timeline[], count: number): Moment[] {
  const stretches = timelines.flatMap(stretchesOf).sort((a, b) => b.ms - a.ms);
  return Array.from({ length: count }, (_, number) => drawMoment(stretches[number % stretches.length] as Stretch));
}

/** A random moment of one stage. */
export function drawMomentOf(timeline: Timeline, stage: string): Moment {
  const stretch = stretchesOf(timeline).find((each) => each.stage === stage);
  if (!stretch) throw new Error(`${timeline.work.title} has no stage ${stage}`);
  return drawMoment(stretch);
}
