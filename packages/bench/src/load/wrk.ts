import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

export interface WrkOrder {
  readonly base: string;
  /** What is asked: see wrk.lua. */
  readonly list: string;
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Only warms up: an engine that is cold may be late. */
  readonly isWarmUp?: boolean;
}

export interface WrkResult {
  readonly requests: number;
  readonly seconds: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p99Ms: number;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Asks as fast as answers come, on so many connections. One answer that is no success makes the result worthless. */
export async function runWrk({ base, list, keys, connections, seconds, isWarmUp }: WrkOrder): Promise<WrkResult> {
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '5s', '-s', script];
  const env = { ...process.env, ORGDEX_KEYS: keys.join(',') };
  const child = spawn('wrk', [...load, base, '--', list], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw isMissing(error) ? new Error('wrk is not installed: apt-get install wrk') : error;
  });
  const line = said.split('\n').find((text) => text.startsWith('{'));
  if (code !== 0 || !line) throw new Error(`wrk ended with ${code}: ${said}`);
  const result = JSON.parse(line) as WrkResult;
  if (result.failed > 0 && !isWarmUp)
    throw new Error(`${result.failed} of ${result.requests} answers of ${base} failed: nothing was measured.`);
  return result;
}
