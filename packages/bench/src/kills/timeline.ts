import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import type { Checkpoint, Work } from './checkpoint.ts';

/** A commit and the time when polling found it. */
export interface Commit {
  checkpoint: Checkpoint;
  at: number;
}

const pollMs = 20;

/** Polls the progress of a command until it ends, and calls `onLook` each time with the last commit. */
export async function watch(
  { pool }: Installation,
  { work, hasEnded }: { work: Work; hasEnded: () => boolean },
  onLook: (last: Commit | undefined) => void,
): Promise<void> {
  let last: Commit | undefined;
  while (!hasEnded()) {
    // The database may be down.
    const checkpoint = await work.readCheckpoint(pool).catch(() => undefined);
    if (checkpoint && checkpoint.order !== last?.checkpoint.order) last = { checkpoint, at: Date.now() };
    onLook(last);
    await sleep(pollMs);
  }
}

/** An uninterrupted run of a command, with the time of each commit. */
export interface Timeline {
  work: Work;
  commits: Commit[];
  ended: number;
}

/** The startup time of a command: the minimum of several, because other work only adds to it. */
export async function measureStartUp(installation: Installation): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const began = Date.now();
    await installation.orgdex('key', 'list');
    took.push(Date.now() - began);
  }
  return Math.min(...took);
}

/** The progress before the start of a command, and when the command has started up. */
export interface Start {
  before: Checkpoint | undefined;
  atWork: number;
}

export const startNow = async ({ pool }: Installation, work: Work, startUpMs: number): Promise<Start> => ({
  before: await work.readCheckpoint(pool).catch(() => undefined),
  atWork: Date.now() + startUpMs,
});

/** When a command reached a checkpoint; if it existed before, when the command had started up. */
export const reachedAt = ({ checkpoint, at }: Commit, { before, atWork }: Start) =>
  checkpoint.order === before?.order ? Math.max(at, atWork) : at;

export async function runUninterrupted(installation: Installation, work: Work, startUpMs: number): Promise<Timeline> {
  const commits: Commit[] = [];
  const start = await startNow(installation, work, startUpMs);
  const { child, end } = installation.run(...work.args);
  await watch(installation, { work, hasEnded: () => child.exitCode !== null }, (last) => {
    if (!last || last.checkpoint.order === commits.at(-1)?.checkpoint.order) return;
    commits.push({ ...last, at: reachedAt(last, start) });
  });
  const { code, err } = await end;
  if (code !== 0) throw new Error(`orgdex ${work.args.join(' ')} exited with code ${code}: ${err}`);
  return { work, commits, ended: Date.now() };
}

/** A stage of one command, with the times between its commits. */
export interface StageTime {
  work: Work;
  stage: string;
  parts: { order: string; ms: number }[];
  ms: number;
}

/** The stages of a command, without startup and shutdown. */
export function stageTimesOf({ work, commits, ended }: Timeline): StageTime[] {
  const parts = commits.map(({ checkpoint, at }, number) => ({
    stage: checkpoint.stage,
    order: checkpoint.order,
    ms: Math.max(0, (commits[number + 1]?.at ?? ended) - at),
  }));
  const stages = Object.entries(Object.groupBy(parts, ({ stage }) => stage)).filter(([stage]) => stage !== 'done');
  return stages.map(([stage, of = []]) => ({ work, stage, parts: of, ms: of.reduce((sum, { ms }) => sum + ms, 0) }));
}

/** When to kill: the delay after this checkpoint. */
export interface Moment {
  work: Work;
  order: string;
  delayMs: number;
}

/** A random moment of a stage, in its first `share`. */
function drawMoment({ work, parts, ms }: StageTime, share = 0.95): Moment {
  let left = Math.random() * ms * share;
  const part = parts.find((each) => {
    if (left < each.ms) return true;
    left -= each.ms;
    return false;
  });
  return { work, order: part?.order ?? '', delayMs: left };
}

/** Random moments, evenly distributed over the stages; the remainder goes to the longest stages. */
export function drawMoments(timelines: readonly Timeline[], count: number): Moment[] {
  const stageTimes = timelines.flatMap(stageTimesOf).sort((a, b) => b.ms - a.ms);
  return Array.from({ length: count }, (_, number) => drawMoment(stageTimes[number % stageTimes.length] as StageTime));
}

/** A random moment in the first half of one stage: on other stores, the stage may take less time. */
export function drawMomentOf(timeline: Timeline, stage: string): Moment {
  const stageTime = stageTimesOf(timeline).find((each) => each.stage === stage);
  if (!stageTime) throw new Error(`${timeline.work.title} has no stage ${stage}`);
  return drawMoment(stageTime, 0.5);
}
