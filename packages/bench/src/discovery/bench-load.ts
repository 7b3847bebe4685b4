import { cpuUsOf } from '../load/cpu.ts';
import { runWrk, type WrkOrder } from '../load/wrk.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { engineProcesses, engineTarget, openFullService, type Target } from '../speed/targets.ts';

/** An installation with its engine and a running service. */
export interface Bench {
  readonly installation: BenchInstallation;
  readonly service: Target;
  readonly engine: Target;
  readonly engineProcesses: readonly number[];
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
    engine: engineTarget(installation),
    engineProcesses: engineProcesses(installation),
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
  readonly engineCpuUs: number;
  /** Of single requests: meaningless where an operation has several. */
  readonly p50Ms: number;
}

type LoadOrder = Pick<WrkOrder, 'seconds' | 'connections' | 'isWarmUp'>;

/** Sends the requests of a file as fast as the responses arrive. */
export async function measureLoad(
  { bench, target }: { readonly bench: Bench; readonly target: Target },
  { list, perOperation }: RequestFile,
  order: LoadOrder,
): Promise<LoadSample> {
  const [own, engine] = [target.processes(), bench.engineProcesses];
  const before = [cpuUsOf(own), cpuUsOf(engine)] as const;
  const { requests, seconds, p50Ms } = await runWrk({ base: target.base, keys: target.keys, list, ...order });
  const operations = requests / perOperation;
  return {
    perSecond: operations / seconds,
    serviceCpuUs: (cpuUsOf(own) - before[0]) / operations,
    engineCpuUs: (cpuUsOf(engine) - before[1]) / operations,
    p50Ms,
  };
}
