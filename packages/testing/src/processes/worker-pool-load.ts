import type { Agent } from 'node:http';
import type { Member } from './fleet.ts';
import type { FleetKey } from './fleet-admin.ts';
import { type Asked, ask, beginAsked, isRefused } from './steady-load.ts';
import type { TestWorkerPool } from './worker-pool.ts';

interface Asking {
  readonly agent: Agent;
  readonly key: FleetKey;
  readonly clients: number;
}

/** Each client sends one request after the other while it may. Keeps every request. */
async function askWhile(
  workerPool: TestWorkerPool,
  { agent, key, clients }: Asking,
  continues: (asked: number) => boolean,
) {
  const asked: Asked[] = [];
  const questions = workerPool.questions.filter(({ credits }) => credits > 0);
  const member = { base: workerPool.now().base } as Member;
  async function client(): Promise<void> {
    while (continues(asked.length)) {
      const question = questions[asked.length % questions.length] as (typeof questions)[0];
      const one = beginAsked({ member: 0, key, question });
      asked.push(one);
      await ask(agent, member, one);
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  return asked;
}

export const askTimes = (workerPool: TestWorkerPool, asking: Asking, times: number): Promise<Asked[]> =>
  askWhile(workerPool, asking, (asked) => asked < times);

/** Sends requests while the work runs. */
export async function askMeanwhile(
  workerPool: TestWorkerPool,
  asking: Asking,
  work: () => Promise<void>,
): Promise<Asked[]> {
  let isDone = false;
  const asked = askWhile(workerPool, asking, () => !isDone);
  try {
    await work();
  } finally {
    isDone = true;
  }
  return asked;
}

const tries = 5;

/**
 * Tries again while requests were refused: on a busy machine, OpenSearch can pause for longer than a read may take, which says
 * nothing about the workers. A worker that refuses by mistake does so in every try.
 */
export async function askWithoutPause(askAll: () => Promise<Asked[]>): Promise<Asked[]> {
  for (let left = tries - 1; left > 0; left -= 1) {
    const asked = await askAll();
    if (!asked.some(isRefused)) return asked;
  }
  return askAll();
}
