import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Installation } from '../../../server/test/support/processes/installation.ts';
import { bulkDocuments } from '../imports/baselines.ts';
import { measureWith, resultOf } from '../imports/measure-command.ts';
import { onCores } from '../load/cores.ts';
import { listenersAt } from '../load/cpu.ts';
import { openSink } from './sink.ts';

/** A rebuild with a number of lanes. */
export interface RebuildRun {
  lanes: number;
  /** The cores that all processes share. */
  cores: number;
  documents: number;
  seconds: number;
  cpuSeconds: number;
  storeCpuSeconds: { postgres: number; engine: number };
  /** Peak resident memory of the process. */
  peakMb: number;
}

export interface RebuildReport {
  measured: string;
  companies: number;
  people: number;
  /** Documents are discarded. */
  discarded: RebuildRun[];
  bytes: number;
  /** Documents are written to OpenSearch. */
  written: RebuildRun[];
  bulk: { documents: number; seconds: number };
}

export interface RebuildOrder {
  companies: number;
  people: number;
  lanes: readonly number[];
  note(text: string): void;
}

async function load({ home, orgdex }: Installation, { companies, people }: RebuildOrder): Promise<void> {
  const file = join(home, 'dataset.ndjson');
  await orgdex('demo', '--companies', String(companies), '--people', String(people), '--out', file);
  await orgdex('import', 'records', file, '--source', 'demo');
  rmSync(file);
}

async function runRebuild(
  installation: Installation,
  lanes: number,
  settings: Record<string, string> = {},
): Promise<RebuildRun> {
  const measured = await measureWith(installation, settings, 'rebuild', '--lanes', String(lanes), '--json');
  const { written, seconds } = resultOf(measured);
  const { cpuSeconds, storeCpuSeconds, memory } = measured;
  const cores = availableParallelism();
  return { lanes, cores, documents: written, seconds, cpuSeconds, storeCpuSeconds, peakMb: Math.max(...memory) };
}

/** The generations in the ledger are not in OpenSearch, so they are removed. */
async function rebuildIntoSink(installation: Installation, { lanes, note }: RebuildOrder) {
  const sink = await openSink();
  try {
    const runs: RebuildRun[] = [];
    const all = availableParallelism();
    const shared = lanes.map((count) => ({ count, cores: Math.min(count, all) }));
    // The first number of lanes also with all cores, to see how much the stores take.
    for (const { count, cores } of [...shared, { count: shared[0]?.count ?? 1, cores: all }]) {
      note(`discarding documents, lanes: ${count}, cores: ${cores}`);
      const rebuild = () => runRebuild(installation, count, { OPENSEARCH_URL: sink.url });
      runs.push({ ...(await onCores(cores, listenersAt([installation.url]), rebuild)), cores });
    }
    return { runs, bytes: sink.bytes() / runs.length };
  } finally {
    await sink.close();
    await installation.pool.query('DELETE FROM generation');
    await installation.pool.query('TRUNCATE outbox');
  }
}

/** Rebuilds one ledger with each number of lanes, into a sink and into OpenSearch, and writes the same documents in bulk. */
export async function measureRebuild(installation: Installation, order: RebuildOrder): Promise<RebuildReport> {
  const { companies, people, lanes, note } = order;
  note('loading');
  await load(installation, order);
  await installation.pool.query('VACUUM ANALYZE');
  const { runs: discarded, bytes } = await rebuildIntoSink(installation, order);
  const written: RebuildRun[] = [];
  for (const count of lanes) {
    note(`writing documents, lanes: ${count}`);
    written.push(await runRebuild(installation, count));
  }
  note('bulk requests with the same documents');
  const bulk = await bulkDocuments(installation);
  return { measured: new Date().toISOString().slice(0, 10), companies, people, discarded, bytes, written, bulk };
}
