import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from '../../../testing/src/data/requests.ts';
import { type Counted, judgeCounted, readCounted, tellCounted } from '../../../testing/src/processes/counted.ts';
import type { Fleet, Member } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import { definePromise, when } from '../../../testing/src/processes/promise.ts';
import {
  type Asked,
  ask,
  beginAsked,
  countOutcomes,
  now,
  openAgent,
} from '../../../testing/src/processes/steady-load.ts';
import { readBalance } from './balance.ts';
import { isBatch, mixBatches } from './batches.ts';
import { anyOf } from './kill-members.ts';

interface Size {
  /** Each run has a new account, and kills one process. */
  runs: number;
  credits: number;
  clients: number;
  /** How long the credits that dead and idle processes hold may take to come back. */
  restSeconds: number;
}

interface Run {
  /** The credits of the responses that arrived. */
  received: number;
  /** The credits that the database counted. */
  billed: number;
  /** What a single lookup got from each process when all credits were spent. */
  afterwards: Asked[];
}

interface Result extends Size {
  done: Run[];
  counted: Counted;
  /** Batches that were sent, and how many of them were refused. */
  batches: { sent: number; refused: number };
}

interface Client {
  readonly fleet: Fleet;
  readonly key: FleetKey;
  readonly agent: ReturnType<typeof openAgent>;
  readonly asked: Asked[];
}

const isRefused = ({ status, code }: Asked) => status === 429 && code === 'quota_exhausted';
const creditsOf = (asked: readonly Asked[]) => asked.reduce((sum, { credits }) => sum + credits, 0);

/** So many that the last credits are wanted by several batches at once. */
const batchesPerRequest = 1;
/** How long the clients may take. */
const spentWithinMs = 60_000;
const pauseMs = 200;

async function askOne({ fleet, key, agent, asked }: Client, member: number, question: Question): Promise<Asked> {
  const one = beginAsked({ member, key, question });
  asked.push(one);
  return ask(agent, fleet.target().members[member] as Member, one);
}

/** The next process that is up, in turn. */
function memberInTurn({ fleet }: Client, turn: number): number {
  const { members } = fleet.target();
  const up = members.flatMap(({ isUp }, at) => (isUp ? [at] : []));
  return up[turn % up.length] ?? 0;
}

/** Sends lookups, searches and batches, one after the other, until the quota refuses one. */
async function spendUntilRefused(client: Client, questions: readonly Question[], first: number): Promise<void> {
  const end = now() + spentWithinMs;
  for (let turn = first; now() < end; turn += 1) {
    const question = questions[Math.floor(Math.random() * questions.length)] as Question;
    if (isRefused(await askOne(client, memberInTurn(client, turn), question))) return;
  }
}

/** Kills a process when a random share of the credits is spent, in the middle of its batches. */
async function killMidway({ fleet, asked }: Client, credits: number): Promise<void> {
  const share = 0.1 + Math.random() * 0.6;
  for (const end = now() + spentWithinMs; creditsOf(asked) < credits * share && now() < end; ) await sleep(5);
  const member = anyOf(fleet.target().members);
  await member.kill();
  await member.start();
}

/** Sends single lookups until the database has counted every credit: what dead processes held must come back. */
async function spendRest(client: Client, lookup: Question, { credits, restSeconds }: Size): Promise<void> {
  const { fleet, key } = client;
  const end = now() + restSeconds * 1000;
  for (let turn = 0; ; turn += 1) {
    const one = await askOne(client, memberInTurn(client, turn), lookup);
    if (one.status === 200) continue;
    const { billed } = await readBalance(fleet, key);
    if (billed >= credits || now() > end) return;
    await sleep(pauseMs);
  }
}

async function spendAll(client: Client, questions: readonly Question[], size: Size): Promise<Run> {
  const { fleet, asked } = client;
  const { credits, clients } = size;
  const lookup = questions.find(({ operation }) => operation === 'getCompany') as Question;
  const spending = Array.from({ length: clients }, (_, first) => spendUntilRefused(client, questions, first));
  await Promise.all([killMidway(client, credits), ...spending]);
  await spendRest(client, lookup, size);
  const members = fleet.target().members.map((_, member) => member);
  const afterwards = await Promise.all(members.map((member) => askOne(client, member, lookup)));
  return { received: creditsOf(asked), billed: (await readBalance(fleet, client.key)).billed, afterwards };
}

async function runAll(fleet: Fleet, size: Size): Promise<Result> {
  const questions = await mixBatches(fleet, batchesPerRequest);
  const agent = openAgent(size.clients);
  const done: Run[] = [];
  const all: Asked[] = [];
  while (done.length < size.runs) {
    const client = { fleet, agent, asked: [], key: await fleet.admin.issueKey({ monthly_credits: size.credits }) };
    done.push(await spendAll(client, questions, size));
    all.push(...client.asked);
  }
  agent.destroy();
  const batches = all.filter(isBatch);
  return {
    ...size,
    done,
    counted: await readCounted(fleet, all),
    batches: { sent: batches.length, refused: batches.filter(isRefused).length },
  };
}

export const quotaBatches = definePromise<Size, Result>({
  name: 'quota-batches',
  says: 'batches never exceed a quota, and what they do not use can be spent, even if processes are killed',
  sizes: {
    full: { runs: 20, credits: 2000, clients: 24, restSeconds: 60 },
    small: { runs: 1, credits: 500, clients: 12, restSeconds: 30 },
    tiny: { runs: 1, credits: 500, clients: 12, restSeconds: 12 },
  },
  breakages: [
    {
      what: 'a batch reserves a single credit',
      changes: [
        {
          file: 'api/access/authorized-request.ts',
          from: 'meter.reserve(this.caller, items)',
          to: 'meter.reserve(this.caller, 1)',
        },
      ],
      seen: /too many/,
    },
    {
      what: 'the unused credits of a batch stay reserved',
      changes: [
        {
          file: 'api/metering/leased-credits.ts',
          from: 'this.reserved -= reserved;\n    this.available += reserved - credits;',
          to: 'this.reserved -= credits;',
        },
      ],
      seen: /too few/,
    },
    {
      what: 'the credits of a dead process are not returned',
      changes: [{ file: 'api/metering/dead-processes.ts', from: 'await remove(id);', to: 'void remove;' }],
      seen: /too few/,
    },
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build });
    return runAll(fleet, size);
  },
  judge: ({ done, credits, counted, batches }) => [
    ...done.flatMap(({ billed, afterwards }, at) => [
      ...when(billed > credits, `run ${at + 1}: ${billed} credits billed of ${credits} are too many`),
      ...when(billed < credits, `run ${at + 1}: ${billed} credits billed of ${credits} are too few`),
      ...when(!afterwards.every(isRefused), `run ${at + 1}: afterwards a lookup got ${countOutcomes(afterwards)}`),
    ]),
    ...when(batches.sent === 0, 'no batch was sent'),
    ...judgeCounted(counted),
  ],
  tell: ({ done, credits, clients, counted, batches }) =>
    `${done.length} × ${credits} credits and kill -9, ${clients} clients, ${batches.sent} batches of 1–100 items, ${batches.refused} rejected: ` +
    `${rangeOf(done.map(({ billed }) => billed))} credits billed each, ${rangeOf(done.map(({ received }) => received))} received; ${tellCounted(counted)}`,
});

const rangeOf = (values: readonly number[]) => [...new Set([Math.min(...values), Math.max(...values)])].join(' to ');
