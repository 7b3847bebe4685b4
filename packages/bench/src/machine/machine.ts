import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { queryRow } from '../../../server/src/stores/postgres/pool.ts';
import { checkLimiter } from '../../../server/src/stores/redis/redis.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';

export interface Machine {
  readonly cores: number;
  readonly memoryGib: number;
  readonly nodes: number;
  readonly versions: readonly string[];
  readonly day: string;
}

/** Empty if wrk is not installed: not every measurement needs it. */
function wrkVersions(): string[] {
  const version = /wrk (?:debian\/)?([\d.]+)/.exec(spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout)?.[1];
  return version ? [`wrk ${version}`] : [];
}

/** The machine, the versions and the date of a measurement. */
export async function readMachine({ pool, opensearch, env, redisUrl }: Installation): Promise<Machine> {
  const { server_version } = await queryRow<{ server_version: string }>(pool, 'SHOW server_version');
  const { body } = await opensearch.info();
  return {
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    nodes: env.OPENSEARCH_URL.split(',').length,
    versions: [
      `Node ${process.versions.node}`,
      `OpenSearch ${body.version.number}`,
      `PostgreSQL ${server_version.split(' ')[0]}`,
      await checkLimiter(redisUrl),
      ...wrkVersions(),
    ],
    day: new Date().toISOString().slice(0, 10),
  };
}

export const describeMachine = ({ cores, memoryGib, nodes, versions, day }: Machine): string =>
  `${cores} cores, ${memoryGib} GiB, ${versions.join(', ')}, ${nodes} OpenSearch ${nodes === 1 ? 'node' : 'nodes'}, ${day}.`;
