import { type Installation, outputOf } from '../../../testing/src/processes/installation.ts';
import { endedCpuUsOf, listenersAt, residentMbOf, serverCpuUsOf } from '../machine/cpu.ts';

export interface Measured {
  readonly seconds: number;
  /** CPU time of the process with all its threads. */
  readonly cpuSeconds: number;
  /** CPU time of the stores meanwhile, if they run on this machine. */
  readonly storeCpuSeconds: { readonly postgres: number; readonly opensearch: number };
  /** Peak resident memory of the process. */
  readonly peakMb: number;
  /** The last line of its JSON output. */
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own
  readonly result: any;
}

/** The CPU time of the stores so far, in seconds. */
export function storeCpuOf({ url, env }: Installation) {
  const secondsOf = (urls: readonly string[]) =>
    listenersAt(urls).reduce((sum, pid) => sum + serverCpuUsOf(pid), 0) / 1e6;
  return { postgres: secondsOf([url]), opensearch: secondsOf(env.OPENSEARCH_URL.split(',')) };
}

/** Runs a command with --json and samples its memory. No other child of this process may end meanwhile. */
export const measure = (installation: Installation, ...args: string[]): Promise<Measured> =>
  measureWith(installation, {}, ...args);

/** The same with other settings. */
export async function measureWith(
  installation: Installation,
  settings: Record<string, string>,
  ...args: string[]
): Promise<Measured> {
  const began = Date.now();
  const before = { cpu: endedCpuUsOf(process.pid), ...storeCpuOf(installation) };
  const child = installation.startWith(settings, ...args, '--json');
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, residentMbOf([child.pid as number]));
  }, 100);
  const { code, out, err } = await outputOf(child);
  clearInterval(timer);
  if (code !== 0) throw new Error(`orgdex ${args.join(' ')} exited with code ${code}: ${err}`);
  const { postgres, opensearch } = storeCpuOf(installation);
  return {
    seconds: (Date.now() - began) / 1000,
    cpuSeconds: (endedCpuUsOf(process.pid) - before.cpu) / 1e6,
    storeCpuSeconds: { postgres: postgres - before.postgres, opensearch: opensearch - before.opensearch },
    peakMb: Math.round(peakMb),
    result: JSON.parse(out.trim().split('\n').at(-1) ?? '{}'),
  };
}

const anyRowCount = ['--expect', '0-999999999'];

/** Imports a file of a source; seconds of its two stages. */
export async function importFile(installation: Installation, source: string, file: string, ...options: string[]) {
  const imported = await measure(installation, 'import', source, file, ...anyRowCount, ...options);
  const { counts, took } = imported.result;
  return { ...imported, counts, reading: took.staging / 1000, applying: took.applying / 1000 };
}
