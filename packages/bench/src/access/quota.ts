import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from '../../../testing/src/data/requests.ts';
import { type Counted, describeCounted, readCounted, violationsOf } from '../../../testing/src/processes/counted.ts';
import type { Fleet, Member } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import {
  type Asked,
  ask,
  beginAsked,
  countOutcomes,
  now,
  openAgent,
} from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { defineScenario } from '../scenarios/scenario.ts';
import { anyOf, isBatch, isQuotaExhausted, mixBatches, rangeOf, readBalance, timeoutMs } from './traffic.ts';

interface BatchSize {
  /** Each run has a new account, and kills one process. */
  readonly runs: number;
  readonly credits: number;
  readonly clients: number;
}

interface Run {
  /** The credits of the responses that arrived. */
  readonly received: number;
  /** The credits that PostgreSQL counted. */
  readonly billed: number;
  /** What a single lookup got from each process when all credits were spent. */
  readonly afterwards: readonly Asked[];
}

interface Batches extends BatchSize {
  readonly done: readonly Run[];
  readonly counted: Counted;
  readonly sent: number;
  readonly rejected: number;
}

interface Client {
  readonly fleet: Fleet;
  readonly key: FleetKey;
  readonly agent: ReturnType<typeof openAgent>;
  readonly asked: Asked[];
}

const creditsOf = (asked: readonly Asked[]) => asked.reduce((sum, { credits }) => sum + credits, 0);

/** Enough that the last credits are wanted by several batches at once. */
const batchesPerRequest = 1;
/** How long the clients may take, and the credits of dead and idle processes to come back. */
const withinMs = 120_000;
const pauseMs = 200;

async function askOne({ fleet, key, agent, asked }: Client, member: number, question: Question): Promise<Asked> {
  const one = beginAsked({ member, key, question, timeoutMs });
  asked.push(one);
  return ask(agent, fleet.target().members[member] as Member, one);
}

/** The next process that is up, in turn. */
function memberInTurn({ fleet }: Client, turn: number): number {
  const up = fleet.target().members.flatMap(({ isUp }, at) => (isUp ? [at] : []));
  return up[turn % up.length] ?? 0;
}

/** Sends lookups, searches and batches, one after the other, until the quota rejects one. */
async function spendUntilRejected(client: Client, questions: readonly Question[], first: number): Promise<void> {
  const end = now() + withinMs;
  for (let turn = first; now() < end; turn += 1) {
    if (isQuotaExhausted(await askOne(client, memberInTurn(client, turn), anyOf(questions)))) return;
  }
}

/** Kills a process when a random share of the credits is spent, in the middle of its batches. */
async function killMidway({ fleet, asked }: Client, credits: number): Promise<void> {
  const share = 0.1 + Math.random() * 0.6;
  for (const end = now() + withinMs; creditsOf(asked) < credits * share && now() < end; ) await sleep(5);
  const member = anyOf(fleet.target().members);
  await member.kill();
  await member.start();
}

/** Sends single lookups until PostgreSQL has counted every credit: what dead processes held must come back. */
async function spendRest(client: Client, lookup: Question, credits: number): Promise<void> {
  const { fleet, key } = client;
  const end = now() + withinMs;
  for (let turn = 0; ; turn += 1) {
    if ((await askOne(client, memberInTurn(client, turn), lookup)).status === 200) continue;
    const { billed } = await readBalance(fleet, key);
    if (billed >= credits || now() > end) return;
    await sleep(pauseMs);
  }
}

async function spendAll(client: Client, questions: readonly Question[], { credits, clients }: BatchSize): Promise<Run> {
  const { fleet, asked } = client;
  const lookup = questions.find(({ operation }) => operation === 'getCompany') as Question;
  const spending = Array.from({ length: clients }, (_, first) => spendUntilRejected(client, questions, first));
  await Promise.all([killMidway(client, credits), ...spending]);
  await spendRest(client, lookup, credits);
  const members = fleet.target().members.map((_, member) => member);
  const afterwards = await Promise.all(members.map((member) => askOne(client, member, lookup)));
  return { received: creditsOf(asked), billed: (await readBalance(fleet, client.key)).billed, afterwards };
}

export const quota = defineScenario<BatchSize, Batches>({
  name: 'quota',
  title:
    'a quota is exact, for single requests and batches, even if processes are killed: what they did not use can be spent',
  sizes: { full: { runs: 20, credits: 2000, clients: 24 }, small: { runs: 1, credits: 500, clients: 12 } },
  async run({ fleet }, size) {
    await fleet.serve();
    const questions = await mixBatches(fleet, batchesPerRequest);
    const agent = openAgent(size.clients);
    const done: Run[] = [];
    const all: Asked[] = [];
    while (done.length < size.runs) {
      const key = await fleet.admin.issueKey({ monthly_credits: size.credits });
      const client: Client = { fleet, agent, asked: [], key };
      done.push(await spendAll(client, questions, size));
      all.push(...client.asked);
    }
    agent.destroy();
    const batches = all.filter(isBatch);
    const counted = await readCounted(fleet, all);
    return { ...size, done, counted, sent: batches.length, rejected: batches.filter(isQuotaExhausted).length };
  },
  expect: ({ done, credits, counted, sent }) => [
    ...done.flatMap(({ billed, afterwards }, at) => [
      ...violationIf(billed > credits, `run ${at + 1}: ${billed} credits billed of ${credits} are too many`),
      ...violationIf(billed < credits, `run ${at + 1}: ${billed} credits billed of ${credits} are too few`),
      ...violationIf(!afterwards.every(isQuotaExhausted), `run ${at + 1}: afterwards ${countOutcomes(afterwards)}`),
    ]),
    ...violationIf(sent === 0, 'no batch was sent'),
    ...violationsOf(counted),
  ],
  describe: ({ done, credits, clients, counted, sent, rejected }) =>
    `${done.length} × ${credits} credits and kill -9, ${clients} clients, ${sent} batches of 1–100 items, ${rejected} rejected: ` +
    `${rangeOf(done.map(({ billed }) => billed))} credits billed each, ${rangeOf(done.map(({ received }) => received))} received; ${describeCounted(counted)}`,
});
