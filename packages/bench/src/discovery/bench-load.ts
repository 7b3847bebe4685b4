import { cpuUsOf } from '../load/cpu.ts';
import { runWrk, type WrkOrder } from '../load/wrk.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { openFullService, opensearchProcesses, opensearchTarget, type Target } from '../speed/targets.ts';

/** An installation with its OpenSearch and a running service. */
export interface Bench {
  readonly installation: BenchInstallation;
  readonly service: Target;
  readonly opensearch: Target;
  readonly opensearchProcesses: readonly number[];
  note(text: string): void;
  close(): Promise<void>;
}

interface BenchOptions {
  readonly installation: BenchInstallation;
  readonly cacheMb: number;
  note(text: string): void;
}

export async function openBench({ installation, cacheMb, note }: BenchOptions): Promise<Bench> {
  const { target, close } = await openFullService(installation, { settings: { ORGDEX_CACHE_MB: String(cacheMb) } });
  return {
    installation,
    service: target,
    opensearch: opensearchTarget(installation),
    opensearchProcesses: opensearchProcesses(installation),
    note,
    close,
  };
}

/** A file of requests: see wrk.lua. */
export interface RequestFile {
  readonly list: string;
  /** How many of its requests are one operation. */
  readonly perOperation: number;
}

/** One measurement, per operation. */
export interface LoadSample {
  readonly perSecond: number;
  readonly serviceCpuUs: number;
  readonly opensearchCpuUs: number;
}

interface Load {
  readonly operations: number;
  readonly seconds: number;
}

/** Measures the CPU time of a target and of OpenSearch while the load runs. */
export async function withCpu<L extends Load>(
  { opensearchProcesses: opensearch }: Bench,
  target: Target,
  load: () => Promise<L>,
): Promise<L & LoadSample> {
  const own = target.processes();
  const before = [cpuUsOf(own), cpuUsOf(opensearch)] as const;
  const done = await load();
  return {
    ...done,
    perSecond: done.operations / done.seconds,
    serviceCpuUs: (cpuUsOf(own) - before[0]) / done.operations,
    opensearchCpuUs: (cpuUsOf(opensearch) - before[1]) / done.operations,
  };
}

type LoadOrder = Pick<WrkOrder, 'seconds' | 'connections' | 'isWarmUp'>;

/** Sends the requests of a file as fast as the responses arrive. The median is that of single requests. */
export const measureLoad = (
  { bench, target }: { readonly bench: Bench; readonly target: Target },
  { list, perOperation }: RequestFile,
  order: LoadOrder,
): Promise<LoadSample & { readonly p50Ms: number }> =>
  withCpu(bench, target, async () => {
    const { requests, seconds, p50Ms } = await runWrk({ base: target.base, keys: target.keys, list, ...order });
    return { operations: requests / perOperation, seconds, p50Ms };
  });
