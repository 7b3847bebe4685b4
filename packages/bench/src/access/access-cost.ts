import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitForIdle } from '../speed/wait-for-idle.ts';
import type { LoadOrder, LoadResult } from './access-cost-load.ts';
import type { Mark, Order, Started } from './access-cost-server.ts';

const connections = 64;

/** What is compared: the same lookup without access control, and with all checks for accounts without and with a quota. */
export const variants = ['without access control', 'full service, no quota', 'full service, with quota'] as const;
export type Variant = (typeof variants)[number];

export interface Round {
  readonly perSecond: Record<Variant, number>;
  /** CPU time of the API process per response. */
  readonly cpuUs: Record<Variant, number>;
}

const start = (path: string, ...args: string[]) => fork(fileURLToPath(new URL(path, import.meta.url)), args);

async function ask<Reply>(child: ChildProcess, order: Order | LoadOrder): Promise<Reply> {
  const heard = once(child, 'message');
  child.send(order);
  return (await heard)[0] as Reply;
}

interface Target {
  readonly server: ChildProcess;
  readonly port: number;
  readonly key: string;
}

/** The two API processes, with and without access control, and the client. */
async function openParts() {
  const servers = [start('./access-cost-server.ts', 'without-access'), start('./access-cost-server.ts', 'full')];
  const [withoutAccess, full] = servers as [ChildProcess, ChildProcess];
  const [withoutAccessStarted, fullStarted] = (await Promise.all(
    servers.map(async (child) => (await once(child, 'message'))[0]),
  )) as [Started, Started];
  const targets: Record<Variant, Target> = {
    'without access control': {
      server: withoutAccess,
      port: withoutAccessStarted.port,
      key: withoutAccessStarted.keys.free,
    },
    'full service, no quota': { server: full, port: fullStarted.port, key: fullStarted.keys.free },
    'full service, with quota': { server: full, port: fullStarted.port, key: fullStarted.keys.quota },
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
  const { responses, refused, seconds } = await ask<LoadResult>(client, { port, key, connections, ms });
  const after = await ask<Mark>(server, 'mark');
  if (refused > 0) throw new Error(`${refused} of ${responses} responses were errors, so the measurement is invalid.`);
  return { perSecond: responses / seconds, cpuUs: (after.cpuUs - before.cpuUs) / responses };
}

/** Requests per second of one lookup. The variants run in turn; each round starts with a different one. */
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
        perSecond: { 'without access control': 0, 'full service, no quota': 0, 'full service, with quota': 0 },
        cpuUs: { 'without access control': 0, 'full service, no quota': 0, 'full service, with quota': 0 },
      };
      for (const [index] of variants.entries()) {
        const variant = variants[(index + at + 1) % variants.length] as Variant;
        const { perSecond, cpuUs } = await measureOne(parts.client, parts.targets[variant], ms);
        round.perSecond[variant] = perSecond;
        round.cpuUs[variant] = cpuUs;
      }
      note(
        `${at < 0 ? 'warm-up' : `round ${at + 1}`}: ${variants.map((variant) => `${variant} ${Math.round(round.perSecond[variant])}/s`).join(', ')}`,
      );
      // The first round is a warm-up.
      if (at >= 0) measured.push(round);
    }
    return measured;
  } finally {
    await parts.close();
  }
}
