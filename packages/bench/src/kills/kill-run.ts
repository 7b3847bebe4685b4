import type { ChildProcess } from 'node:child_process';
import type { Ended, Installation } from '../../../testing/src/processes/installation.ts';
import type { Checkpoint, Work } from './checkpoint.ts';
import { type Commit, type Moment, reachedAt, startNow, watch } from './timeline.ts';

/** What is killed: the command itself, or a store that it needs. */
export interface KillTarget {
  what: string;
  kill(child: ChildProcess): Promise<void> | void;
  /** Restarts the store. */
  restore?(): Promise<void>;
}

export const commandTarget: KillTarget = { what: 'the command', kill: (child) => void child.kill('SIGKILL') };

/** One kill: when it happened, and the time that it cost. */
export interface Kill {
  what: string;
  work: string;
  checkpoint: Checkpoint;
  progress: string;
  /** From the last commit to the kill: lost work. */
  lostSeconds: number;
  /** From the next start to the first commit after the kill's checkpoint: start, resume, and the lost work again. */
  backSeconds: number;
  /** How the running command ended. */
  ended: Ended;
}

export interface PlannedKill {
  moment: Moment;
  target: KillTarget;
}

/** A command that is restarted until it completes. */
interface RestartedCommand {
  installation: Installation;
  work: Work;
  startUpMs: number;
  /** Kills whose checkpoint is not reached again yet, with the start time of the current attempt. */
  behind: Map<Kill, number>;
}

const secondsSince = (ms: number) => (Date.now() - ms) / 1000;

/** Adds the recovery time to the kills whose checkpoint is passed now. */
function chargeReached(behind: RestartedCommand['behind'], isReached: (kill: Kill) => boolean): void {
  for (const [kill, since] of behind) {
    if (!isReached(kill)) continue;
    kill.backSeconds += secondsSince(since);
    behind.delete(kill);
  }
}

/** The same at the end of an attempt, whether it completed or not. */
function chargeAttempt(behind: RestartedCommand['behind'], isDone: boolean): void {
  for (const [kill, since] of behind) kill.backSeconds += secondsSince(since);
  if (isDone) behind.clear();
}

const unknown: Ended = { code: null, out: '', err: '' };

function beginKill({ work }: RestartedCommand, { target }: PlannedKill, { checkpoint, at }: Commit): Kill {
  const cost = { lostSeconds: secondsSince(at), backSeconds: 0 };
  return { what: target.what, work: work.title, checkpoint, progress: '', ...cost, ended: unknown };
}

/** Starts the command once, and kills at the planned moment. */
async function attempt(
  command: RestartedCommand,
  planned: PlannedKill | undefined,
): Promise<{ ended: Ended; kill: Kill | undefined }> {
  const { installation, work, startUpMs, behind } = command;
  const start = await startNow(installation, work, startUpMs);
  for (const kill of behind.keys()) behind.set(kill, Date.now());
  const { child, end } = installation.run(...work.args);
  let reached: number | undefined;
  let kill: Kill | undefined;
  let killing: Promise<void> | undefined;
  let hasEnded = false;
  const onLook = (last: Commit | undefined) => {
    if (!last) return;
    chargeReached(behind, ({ checkpoint }) => last.checkpoint.order > checkpoint.order);
    if (!planned || kill || last.checkpoint.order < planned.moment.order) return;
    reached ??= reachedAt(last, start);
    if (last.checkpoint.stage === 'done') return;
    // If that part was faster than in the uninterrupted run, kill immediately.
    const isStillThere = last.checkpoint.order === planned.moment.order;
    if (isStillThere && Date.now() < reached + planned.moment.delayMs) return;
    kill = beginKill(command, planned, last);
    behind.set(kill, Date.now());
    killing = Promise.resolve(planned.target.kill(child));
  };
  const watching = watch(installation, { work, hasEnded: () => hasEnded }, onLook);
  const ended = await end;
  hasEnded = true;
  await Promise.all([watching, killing]);
  chargeAttempt(behind, ended.code === 0);
  return { ended, kill };
}

/** Checkpoints are in byte order, as in the database. */
function inTime(a: Moment, b: Moment): number {
  if (a.order === b.order) return a.delayMs - b.delayMs;
  return a.order < b.order ? -1 : 1;
}

/** A commit just before the kill counts, even if polling had not found it. */
async function completeKill({ installation, work }: RestartedCommand, kill: Kill, ended: Ended): Promise<void> {
  kill.ended = ended;
  if (ended.code !== 0) kill.checkpoint = (await work.readCheckpoint(installation.pool)) ?? kill.checkpoint;
  kill.progress = await kill.checkpoint.progress();
}

/** Runs a command until it completes, with the planned kills. Returns the kills that happened. */
export async function runKilled(
  installation: Installation,
  work: Work,
  { plannedKills, startUpMs }: { plannedKills: readonly PlannedKill[]; startUpMs: number },
): Promise<Kill[]> {
  const command: RestartedCommand = { installation, work, startUpMs, behind: new Map() };
  const kills: Kill[] = [];
  const inOrder = plannedKills.toSorted(({ moment: a }, { moment: b }) => inTime(a, b));
  for (const planned of [...inOrder, undefined]) {
    const { ended, kill } = await attempt(command, planned);
    if (kill) {
      await planned?.target.restore?.();
      await completeKill(command, kill, ended);
      kills.push(kill);
    } else if (ended.code !== 0) {
      throw new Error(`orgdex ${work.args.join(' ')} exited with code ${ended.code}: ${ended.err}`);
    }
    // If everything was committed, the command is done: a restart would be a new run.
    if (ended.code === 0 || kill?.checkpoint.stage === 'done') break;
  }
  return kills;
}
