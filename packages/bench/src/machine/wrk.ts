import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./wrk.lua', import.meta.url));

export interface WrkOrder {
  readonly base: string;
  /** The file with the requests: see wrk.lua. */
  readonly list: string;
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Failed requests are allowed, because a cold OpenSearch may time out. */
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

/** Sends requests as fast as the responses arrive. @throws if a request fails, unless it is a warm-up */
export async function runWrk({ base, list, keys, connections, seconds, isWarmUp }: WrkOrder): Promise<WrkResult> {
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '5s', '-s', script];
  const env = { ...process.env, ORGDEX_KEYS: keys.join(',') };
  const child = spawn('wrk', [...load, base, '--', list], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw isMissing(error) ? new Error('wrk is not installed: apt-get install wrk') : error;
  });
  const line = output.split('\n').find((text) => text.startsWith('{'));
  if (code !== 0 || !line) throw new Error(`wrk exited with code ${code}: ${output}`);
  const result = JSON.parse(line) as WrkResult;
  if (result.failed > 0 && !isWarmUp)
    throw new Error(
      `${result.failed} of ${result.requests} requests to ${base} failed, so the measurement is invalid.`,
    );
  return result;
}
