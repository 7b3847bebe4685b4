import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedis } from '../../../../server/src/stores/redis/redis.ts';
import { becomes } from '../../../../testing/src/processes/fleet.ts';
import { freePort } from '../../../../testing/src/processes/free-port.ts';

const startsWithinMs = 10_000;

const commandMs = 2000;

/** Sends one command to a Redis. */
export async function tellRedis(url: string, ...command: [string, ...string[]]): Promise<unknown> {
  const redis = await openRedis(url, commandMs);
  try {
    return await redis.call(...command);
  } finally {
    redis.disconnect();
  }
}

/** Another Redis on this machine, such as a replica, with more arguments of `redis-server`. */
export async function startRedis(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-redis-'));
  const port = String(await freePort());
  const words = ['--bind', '127.0.0.1', '--port', port, '--dir', folder, '--save', '', '--appendonly', 'no', ...args];
  const child = spawn('redis-server', words, { stdio: 'ignore' });
  const closed = once(child, 'close');
  const url = `redis://127.0.0.1:${port}`;
  const isUp = await becomes(
    () =>
      tellRedis(url, 'PING').then(
        () => true,
        () => false,
      ),
    startsWithinMs,
  );
  async function stop(): Promise<void> {
    child.kill('SIGKILL');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  }
  if (isUp) return { url, stop };
  await stop();
  throw new Error('redis-server did not start');
}
