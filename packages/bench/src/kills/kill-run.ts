import type { ChildProcess } from 'node:child_process';
import type { Ended, Installation } from '../../../server/test/support/processes/installation.ts';
import type { Place, Work } from './place.ts';
import { type Moment, reachedAt, startNow, type Tick, watch } from './timeline.ts';

/** What is killed: the command itself, or something that it needs. */
export interface Strike {
  what: string;
  perform(child: ChildProcess): Promise<void> | void;
  /** Brings back what the command needs. */
  mend?(): Promise<void>;
}

export const killCommand: Strike = { what: 'the command', perform: (child) => void child.kill('SIGKILL') };

/** One kill: where it struck, and what it cost. */
export interface Kill {
  what: string;
  work: string;
  place: Place;
  progress: string;
  /** From the last commit to the kill: work that is gone. */
  lostSeconds: number;
  /** From the next start to the first commit behind the place of the kill: start, way back, the lost work again. */
  backSeconds: number;
  /** How the command ended that was running. */
  ended: Ended;
}

export interface Blow {
  moment: Moment;
  strike: Strike;
}

/** A command that is started until it comes to its end. */
interface Course {
  installation: Installation;
  work: Work;
  startUpMs: number;
  /** Kills behind whose place it has not come yet, and since when it is on its way. */
  behind: Map<Kill, number>;
}

const secondsSince = (ms: number) => (Date.now() - ms) / 1000;

/** Charges the time that was needed to those kills that are made good now. */
function settle(behind: Course['behind'], isMadeGood: (kill: Kill) => boolean): void {
  for (const [kill, since] of behind) {
    if (!isMadeGood(kill)) continue;
    kill.backSeconds += secondsSince(since);
    behind.delete(kill);
  }
}

/** The same for an attempt that has ended: in full, or with some of the way still to go. */
function settleAttempt(behind: Course['behind'], isDone: boolean): void {
  for (const [kill, since] of behind) kill.backSeconds += secondsSince(since);
  if (isDone) behind.clear();
}

const unknown: Ended = { code: null, out: '', err: '' };

function beginKill({ work }: Course, { strike }: Blow, { place, at }: Tick): Kill {
  const cost = { lostSeconds: secondsSince(at), backSeconds: 0 };
  return { what: strike.what, work: work.title, place, progress: '', ...cost, ended: unknown };
}

/** Starts the command once, and strikes when the moment has come. */
async function attempt(course: Course, blow: Blow | undefined): Promise<{ ended: Ended; kill: Kill | undefined }> {
  const { installation, work, startUpMs, behind } = course;
  const start = await startNow(installation, work, startUpMs);
  for (const kill of behind.keys()) behind.set(kill, Date.now());
  const { child, end } = installation.run(...work.args);
  let reached: number | undefined;
  let kill: Kill | undefined;
  let striking: Promise<void> | undefined;
  let isOver = false;
  const onLook = (last: Tick | undefined) => {
    if (!last) return;
    settle(behind, ({ place }) => last.place.order > place.order);
    if (!blow || kill || last.place.order < blow.moment.order) return;
    reached ??= reachedAt(last, start);
    if (last.place.stage === 'done') return;
    // A stage that ended sooner than in the undisturbed run leaves no more time to wait.
    const isStillThere = last.place.order[0] === blow.moment.order[0];
    if (isStillThere && Date.now() < reached + blow.moment.delayMs) return;
    kill = beginKill(course, blow, last);
    behind.set(kill, Date.now());
    striking = Promise.resolve(blow.strike.perform(child));
  };
  const watching = watch(installation, { work, isOver: () => isOver }, onLook);
  const ended = await end;
  isOver = true;
  await Promise.all([watching, striking]);
  settleAttempt(behind, ended.code === 0);
  return { ended, kill };
}

/** Places are in the order of their bytes, as the ledger has them. */
function inTime(a: Moment, b: Moment): number {
  if (a.order === b.order) return a.delayMs - b.delayMs;
  return a.order < b.order ? -1 : 1;
}

/** What was committed at the very end counts, even if nobody had seen it before. */
async function completeKill({ installation, work }: Course, kill: Kill, ended: Ended): Promise<void> {
  kill.ended = ended;
  if (ended.code !== 0) kill.place = (await work.readPlace(installation.pool)) ?? kill.place;
  kill.progress = await kill.place.progress();
}

/** Runs a command to its end and strikes on the way; gives the strikes that hit. */
export async function runKilled(
  installation: Installation,
  work: Work,
  { blows, startUpMs }: { blows: readonly Blow[]; startUpMs: number },
): Promise<Kill[]> {
  const course: Course = { installation, work, startUpMs, behind: new Map() };
  const kills: Kill[] = [];
  const inOrder = blows.toSorted(({ moment: a }, { moment: b }) => inTime(a, b));
  for (const blow of [...inOrder, undefined]) {
    const { ended, kill } = await attempt(course, blow);
    if (kill) {
      await blow?.strike.mend?.();
      await completeKill(course, kill, ended);
      kills.push(kill);
    } else if (ended.code !== 0) {
      throw new Error(`orgdex ${work.args.join(' ')} ended with ${ended.code}: ${ended.err}`);
    }
    // What was committed whole is done, killed or not: the same command again would be another run.
    if (ended.code === 0 || kill?.place.stage === 'done') break;
  }
  return kills;
}
