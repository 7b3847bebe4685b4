import type { Agent } from 'node:http';
import type { Member } from './fleet.ts';
import type { FleetKey } from './fleet-admin.ts';
import { type Asked, ask, beginAsked } from './steady-load.ts';
import type { OpenCrew } from './worker-pool.ts';

interface Asking {
  readonly agent: Agent;
  readonly key: FleetKey;
  readonly clients: number;
}

/** Each client asks one question after the other while it may; every request is kept. */
async function askWhile(crew: OpenCrew, { agent, key, clients }: Asking, goesOn: (asked: number) => boolean) {
  const asked: Asked[] = [];
  const questions = crew.questions.filter(({ hasData }) => hasData);
  const member = { base: crew.now().base } as Member;
  async function client(): Promise<void> {
    while (goesOn(asked.length)) {
      const question = questions[asked.length % questions.length] as (typeof questions)[0];
      const one = beginAsked({ member: 0, key, question });
      asked.push(one);
      await ask(agent, member, one);
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  return asked;
}

export const askTimes = (crew: OpenCrew, asking: Asking, times: number): Promise<Asked[]> =>
  askWhile(crew, asking, (asked) => asked < times);

/** Asks for as long as the work takes. */
export async function askMeanwhile(crew: OpenCrew, asking: Asking, work: () => Promise<void>): Promise<Asked[]> {
  let isDone = false;
  const asked = askWhile(crew, asking, () => !isDone);
  try {
    await work();
  } finally {
    isDone = true;
  }
  return asked;
}
