import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from '../../../testing/src/data/requests.ts';
import type { Fleet, Member } from '../../../testing/src/processes/fleet.ts';
import {
  type Asked,
  ask,
  askDuring,
  beginAsked,
  type Load,
  now,
  openAgent,
} from '../../../testing/src/processes/steady-load.ts';
import { note } from '../report/promise-results.ts';
import { quantile } from '../report/statistics.ts';

const logLine = ({ began, ended, member, question, status, code, isRight, requestId }: Asked): string =>
  `${JSON.stringify({
    at: new Date(performance.timeOrigin + began).toISOString(),
    ms: Math.round(ended - began),
    ...{ member, operation: question.operation, status, code, isRight, requestId },
  })}\n`;

const warmUp = { seconds: 90, steadyMs: 3000, p99Ms: 500 };

/** Waits until processes that have just started respond as usual: their first requests are no part of a test. */
async function waitUntilSteady(asked: readonly Asked[]): Promise<void> {
  const until = now() + warmUp.seconds * 1000;
  for (await sleep(warmUp.steadyMs); now() < until; await sleep(1000)) {
    const lately = dueBetween(asked, now() - warmUp.steadyMs, now() - warmUp.p99Ms);
    if (lately.every(isSuccess) && p99Of(lately) < warmUp.p99Ms) return;
  }
}

const lagEveryMs = 50;
const mostLagMs = 500;

/** Measures how late this process is: then what it saw is no measure of the service. */
function startLagWatch() {
  let [last, most] = [now(), 0];
  const timer = setInterval(() => {
    most = Math.max(most, now() - last - lagEveryMs);
    last = now();
  }, lagEveryMs);
  return () => {
    clearInterval(timer);
    if (most > mostLagMs) note(`unreliable: the client itself was late by up to ${ms(most)}; the machine is too busy`);
  };
}

/** Sends the load while the work runs, and returns every request, and those since the processes were warm. */
export async function watchClients(
  { clientLog }: { readonly clientLog: string | undefined },
  load: Load,
  work: () => Promise<void>,
  { isWarm = false } = {},
): Promise<{ all: readonly Asked[]; asked: readonly Asked[] }> {
  let from = 0;
  const stopLagWatch = startLagWatch();
  const all = await askDuring(load, async (soFar) => {
    if (!isWarm) await waitUntilSteady(soFar);
    from = now();
    await work();
  });
  stopLagWatch();
  // One call per thousand requests: a string of all of them would be too long.
  for (let at = 0; clientLog !== undefined && at < all.length; at += 1000) {
    appendFileSync(
      clientLog,
      all
        .slice(at, at + 1000)
        .map(logLine)
        .join(''),
    );
  }
  return { all, asked: dueBetween(all, from, Number.POSITIVE_INFINITY) };
}

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

export const ms = (value: number): string => `${Math.round(value)} ms`;
export const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;

/** The status of a request with a key that no process knows yet. */
export async function askWithNewKey({ admin }: Pick<Fleet, 'admin'>, { members, questions }: Load): Promise<number> {
  const key = await admin.issueKey();
  const [member, question] = [members.at(-1) as Member, questions[0] as Question];
  const agent = openAgent(1);
  const { status } = await ask(agent, member, beginAsked({ member: members.length - 1, key, question }));
  agent.destroy();
  return status;
}
