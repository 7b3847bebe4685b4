import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Installation } from '../../../testing/src/processes/installation.ts';
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
  storeCpuSeconds: { postgres: number; opensearch: number };
  /** Peak resident memory of the process. */
  peakMb: number;
}

/** Rebuilds of one dataset that are written to OpenSearch. */
export interface WrittenReport {
  measured: string;
  companies: number;
  people: number;
  written: RebuildRun[];
  bulk: { documents: number; seconds: number };
}

export interface RebuildReport extends WrittenReport {
  /** Documents are discarded. */
  discarded: RebuildRun[];
  bytes: number;
  /** The same rebuilds of a larger dataset. */
  larger?: WrittenReport;
}

export interface RebuildOrder {
  companies: number;
  people: number;
  lanes: readonly number[];
  note(text: string): void;
}

async function load({ home, pool, orgdex }: Installation, { companies, people, note }: RebuildOrder): Promise<void> {
  note('loading');
  const file = join(home, 'dataset.ndjson');
  await orgdex('demo', '--companies', String(companies), '--people', String(people), '--out', file);
  await orgdex('import', 'records', file, '--source', 'demo');
  rmSync(file);
  await pool.query('VACUUM ANALYZE');
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

/** The generations in the database are not in OpenSearch, so they are removed. */
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

async function rebuildIntoOpenSearch(installation: Installation, order: RebuildOrder): Promise<WrittenReport> {
  const { companies, people, lanes, note } = order;
  const written: RebuildRun[] = [];
  for (const count of lanes) {
    note(`writing documents, lanes: ${count}`);
    written.push(await runRebuild(installation, count));
  }
  note('bulk requests with the same documents');
  const bulk = await bulkDocuments(installation);
  return { measured: new Date().toISOString().slice(0, 10), companies, people, written, bulk };
}

/** Rebuilds one database with each number of lanes into OpenSearch, and writes the same documents in bulk. */
export async function measureWritten(installation: Installation, order: RebuildOrder): Promise<WrittenReport> {
  await load(installation, order);
  return rebuildIntoOpenSearch(installation, order);
}

/** The same, but first into a sink. */
export async function measureRebuild(installation: Installation, order: RebuildOrder): Promise<RebuildReport> {
  await load(installation, order);
  const { runs: discarded, bytes } = await rebuildIntoSink(installation, order);
  order.note('warming up OpenSearch');
  await runRebuild(installation, Math.max(...order.lanes));
  return { ...(await rebuildIntoOpenSearch(installation, order)), discarded, bytes };
}
