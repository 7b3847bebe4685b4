import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitForIdle } from '../speed/wait-for-idle.ts';
import type { LoadOrder, LoadResult } from './access-cost-load.ts';
import type { Mark, Order, Started } from './access-cost-server.ts';

const connections = 64;

/** What is compared: the same lookup, by whom nothing is asked, and by two who are held to everything. */
export const ways = ['without access', 'no quota', 'a quota'] as const;
export type Way = (typeof ways)[number];

export interface Round {
  readonly perSecond: Record<Way, number>;
  /** Of the API process, for each answer. */
  readonly cpuUs: Record<Way, number>;
}

const start = (path: string, ...args: string[]) => fork(fileURLToPath(new URL(path, import.meta.url)), args);

async function ask<Answer>(child: ChildProcess, order: Order | LoadOrder): Promise<Answer> {
  const heard = once(child, 'message');
  child.send(order);
  return (await heard)[0] as Answer;
}

interface Target {
  readonly server: ChildProcess;
  readonly port: number;
  readonly key: string;
}

/** The two API processes, one with all of access and one without, and whoever asks them. */
async function openParts() {
  const servers = [start('./access-cost-server.ts', 'bare'), start('./access-cost-server.ts', 'whole')];
  const [bare, whole] = servers as [ChildProcess, ChildProcess];
  const [ofBare, ofWhole] = (await Promise.all(servers.map(async (child) => (await once(child, 'message'))[0]))) as [
    Started,
    Started,
  ];
  const targets: Record<Way, Target> = {
    'without access': { server: bare, port: ofBare.port, key: ofBare.keys.free },
    'no quota': { server: whole, port: ofWhole.port, key: ofWhole.keys.free },
    'a quota': { server: whole, port: ofWhole.port, key: ofWhole.keys.quota },
  };
  const client = start('./access-cost-load.ts');
  return {
    targets,
    client,
    async close() {
      client.disconnect();
      await Promise.all(
        servers.map(async (server) => {
          server.send('end' satisfies Order);
          await once(server, 'exit');
        }),
      );
    },
  };
}

async function measureOne(client: ChildProcess, { server, port, key }: Target, ms: number) {
  const before = await ask<Mark>(server, 'mark');
  const { answers, refused, seconds } = await ask<LoadResult>(client, { port, key, connections, ms });
  const after = await ask<Mark>(server, 'mark');
  if (refused > 0) throw new Error(`${refused} of ${answers} answers were refusals: nothing was measured.`);
  return { perSecond: answers / seconds, cpuUs: (after.cpuUs - before.cpuUs) / answers };
}

/** Requests per second of one lookup, each way in turn, in an order that moves on with every round. */
export async function measureAccess(
  { rounds, ms }: { rounds: number; ms: number },
  note: (text: string) => void,
): Promise<Round[]> {
  const parts = await openParts();
  const measured: Round[] = [];
  try {
    for (let at = -1; at < rounds; at += 1) {
      await waitForIdle();
      const round: Round = {
        perSecond: { 'without access': 0, 'no quota': 0, 'a quota': 0 },
        cpuUs: { 'without access': 0, 'no quota': 0, 'a quota': 0 },
      };
      for (const [index] of ways.entries()) {
        const way = ways[(index + at + 1) % ways.length] as Way;
        const { perSecond, cpuUs } = await measureOne(parts.client, parts.targets[way], ms);
        round.perSecond[way] = perSecond;
        round.cpuUs[way] = cpuUs;
      }
      note(
        `${at < 0 ? 'warm-up' : `round ${at + 1}`}: ${ways.map((way) => `${way} ${Math.round(round.perSecond[way])}/s`).join(', ')}`,
      );
      // The first round warms everything up.
      if (at >= 0) measured.push(round);
    }
    return measured;
  } finally {
    await parts.close();
  }
}
