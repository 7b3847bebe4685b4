import { type Latency, measureLatency } from '../load/latency.ts';
import { type BenchCase, openSamples, type Traffic } from './cases.ts';
import { type BenchInstallation, liveIndices } from './installation.ts';
import { openRequestLists } from './request-lists.ts';
import { measureRounds, type Round, warmUp } from './rounds.ts';
import type { Targets, Variant } from './targets.ts';

export interface SpeedOrder {
  readonly cases: readonly BenchCase[];
  readonly traffics: readonly Traffic[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmSeconds: number;
  /** Requests per second of the constant-rate measurement; 0 skips it. */
  readonly perSecond: number;
  readonly isBusy: boolean;
}

/** The result of one case with one kind of traffic and one number of connections. */
export interface CaseResult {
  readonly name: string;
  readonly traffic: Traffic;
  readonly connections: number;
  /** Number of processes of the full service; one if absent. */
  readonly workers?: number;
  /** The number of different companies that were requested. */
  readonly companies: number;
  /** How often the list of companies was used. */
  readonly laps: number;
  readonly rounds: readonly Round[];
  /** At a constant rate. Measured once per case, together with the first number of connections. */
  readonly latency?: Readonly<Record<Variant, Latency>>;
}

type Samples = ReturnType<typeof openSamples>;
const constantRateSeconds = 10;

interface BenchContext {
  readonly installation: BenchInstallation;
  readonly targets: Targets;
  note(text: string): void;
  /** Called with each result when it is complete. */
  onResult(result: CaseResult): void;
}

async function* listsOf(
  installation: BenchInstallation,
  samplesOf: Samples,
  order: SpeedOrder,
  note: BenchContext['note'],
) {
  const indices = await liveIndices(installation);
  for (const benchCase of order.cases) {
    const samples = await samplesOf(benchCase);
    if (samples.length === 0) note(`${benchCase.name}: the dataset has no such company`);
    if (samples.length === 0) continue;
    for (const traffic of benchCase.traffics.filter((one) => order.traffics.includes(one))) {
      const lists = openRequestLists({ benchCase, traffic, indices, samples });
      try {
        yield { benchCase, traffic, lists, companies: samples.length };
      } finally {
        lists.close();
      }
    }
  }
}

/** Cases of one kind run the same code in OpenSearch, so one warm-up is enough. */
const kindOf = ({ name }: BenchCase): string => name.split('-').slice(0, 2).join('-');

/** Measures all cases of the order. */
export async function measureSpeed(
  { installation, targets, note, onResult }: BenchContext,
  order: SpeedOrder,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const warm = new Set<string>();
  for await (const { benchCase, traffic, lists, companies } of listsOf(
    installation,
    openSamples(installation.pool),
    order,
    note,
  )) {
    if (!warm.has(kindOf(benchCase))) await warmUp(targets, lists, order.warmSeconds);
    warm.add(kindOf(benchCase));
    for (const [at, connections] of order.connections.entries()) {
      const rounds = await measureRounds(targets, lists, { ...order, connections });
      const constantRate = { ...order, seconds: constantRateSeconds };
      const latency = at === 0 && order.perSecond > 0 && (await measureLatency(targets, lists.next(1), constantRate));
      const facts = { name: benchCase.name, traffic, connections, companies, laps: lists.laps() };
      const workers = targets.workers > 1 && { workers: targets.workers };
      const result = { ...facts, ...workers, rounds, ...(latency && { latency }) };
      results.push(result);
      onResult(result);
    }
  }
  return results;
}
