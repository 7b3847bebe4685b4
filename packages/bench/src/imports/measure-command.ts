import { type Ended, type Installation, outputOf } from '../../../testing/src/processes/installation.ts';
import { endedCpuUsOf, listenersAt, residentMbOf, serverCpuUsOf } from '../load/cpu.ts';

export interface Measured {
  seconds: number;
  /** CPU time of the process with all its threads. */
  cpuSeconds: number;
  /** CPU time of the stores meanwhile, if they run on this machine. */
  storeCpuSeconds: { postgres: number; opensearch: number };
  /** Peak resident memory in MB, for each quarter of the run time. */
  memory: number[];
  ended: Ended;
}

/** The CPU time of the stores so far, in seconds. */
export function storeCpuOf({ url, env }: Installation) {
  const secondsOf = (urls: readonly string[]) =>
    listenersAt(urls).reduce((sum, pid) => sum + serverCpuUsOf(pid), 0) / 1e6;
  return { postgres: secondsOf([url]), opensearch: secondsOf(env.OPENSEARCH_URL.split(',')) };
}

/** Runs a command and samples its memory. No other child of this process may end meanwhile. */
export const measure = (installation: Installation, ...args: string[]): Promise<Measured> =>
  measureWith(installation, {}, ...args);

/** The same with other settings. */
export async function measureWith(
  installation: Installation,
  settings: Record<string, string>,
  ...args: string[]
): Promise<Measured> {
  const samples: number[] = [];
  const began = Date.now();
  const cpuBefore = endedCpuUsOf(process.pid);
  const storesBefore = storeCpuOf(installation);
  const child = installation.startWith(settings, ...args);
  const end = outputOf(child);
  const timer = setInterval(() => samples.push(residentMbOf([child.pid as number])), 100);
  const ended = await end;
  clearInterval(timer);
  if (ended.code !== 0) throw new Error(`orgdex ${args.join(' ')} exited with code ${ended.code}: ${ended.err}`);
  const quarter = Math.max(1, Math.ceil(samples.length / 4));
  const memory = [0, 1, 2, 3].map((at) => Math.round(Math.max(0, ...samples.slice(at * quarter, (at + 1) * quarter))));
  const cpuSeconds = (endedCpuUsOf(process.pid) - cpuBefore) / 1e6;
  const seconds = (Date.now() - began) / 1000;
  const { postgres, opensearch } = storeCpuOf(installation);
  const storeCpuSeconds = {
    postgres: postgres - storesBefore.postgres,
    opensearch: opensearch - storesBefore.opensearch,
  };
  return { seconds, cpuSeconds, storeCpuSeconds, memory, ended };
}

/** The last line of the JSON output of a command. */
export const resultOf = ({ ended }: Measured) => JSON.parse(ended.out.trim().split('\n').at(-1) ?? '{}');
