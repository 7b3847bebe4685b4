import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { onCores } from '../machine/cores.ts';
import { listenersAt } from '../machine/cpu.ts';
import { note, type Section, type Stamp, stamp, stampText } from '../report/results.ts';
import { inParagraphs, perSecond, tableOf, whole } from '../report/text.ts';
import { measureWith } from './measure-command.ts';
import { openSink } from './sink.ts';

/** A rebuild with a number of lanes. */
export interface RebuildRun {
  readonly lanes: number;
  /** The cores that all processes share. */
  readonly cores: number;
  readonly documents: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly storeCpuSeconds: { readonly postgres: number; readonly opensearch: number };
  /** Peak resident memory of the process. */
  readonly peakMb: number;
}

export interface RebuildReport extends Stamp {
  readonly companies: number;
  readonly people: number;
  /** Documents are discarded. */
  readonly discarded: readonly RebuildRun[];
  readonly written: readonly RebuildRun[];
}

export interface RebuildOrder {
  readonly companies: number;
  readonly people: number;
  readonly lanes: readonly number[];
}

async function runRebuild(
  installation: Installation,
  lanes: number,
  settings: Record<string, string> = {},
): Promise<RebuildRun> {
  note(`rebuild, lanes: ${lanes}`);
  const measured = await measureWith(installation, settings, 'rebuild', '--lanes', String(lanes));
  const { result, cpuSeconds, storeCpuSeconds, peakMb } = measured;
  const cores = availableParallelism();
  return { lanes, cores, documents: result.written, seconds: result.seconds, cpuSeconds, storeCpuSeconds, peakMb };
}

/** Rebuilds into a sink on as many cores as lanes, and with the first number of lanes also on all cores. */
async function rebuildIntoSink(installation: Installation, lanes: readonly number[]): Promise<RebuildRun[]> {
  const sink = await openSink();
  const all = availableParallelism();
  const turns = lanes.map((count) => ({ count, cores: Math.min(count, all) }));
  const runs: RebuildRun[] = [];
  try {
    for (const { count, cores } of [...turns, { count: lanes[0] ?? 1, cores: all }]) {
      const rebuild = () => runRebuild(installation, count, { OPENSEARCH_URL: sink.url });
      runs.push({ ...(await onCores(cores, listenersAt([installation.url]), rebuild)), cores });
    }
    return runs;
  } finally {
    await sink.close();
    // These generations are not in OpenSearch.
    await installation.pool.query('DELETE FROM generation');
    await installation.pool.query('TRUNCATE outbox');
  }
}

/** Rebuilds one dataset with each number of lanes, first into a sink and then into OpenSearch. */
export async function measureRebuild(installation: Installation, order: RebuildOrder): Promise<RebuildReport> {
  const { companies, people, lanes } = order;
  const { home, pool, orgdex } = installation;
  const file = join(home, 'dataset.ndjson');
  await orgdex('demo', '--companies', String(companies), '--people', String(people), '--out', file);
  await orgdex('import', 'records', file, '--source', 'demo');
  rmSync(file);
  await pool.query('VACUUM ANALYZE');
  const discarded = await rebuildIntoSink(installation, lanes);
  // Warms up OpenSearch.
  await runRebuild(installation, Math.max(...lanes));
  const written: RebuildRun[] = [];
  for (const count of lanes) written.push(await runRebuild(installation, count));
  return { ...stamp(), companies, people, discarded, written };
}

const head = ['lanes', 'cores', 'seconds', 'documents/s', 'CPU, µs: command', 'PostgreSQL', 'OpenSearch', 'peak, MB'];

function lineOf({ lanes, cores, documents, seconds, cpuSeconds, storeCpuSeconds, peakMb }: RebuildRun): string[] {
  const perDocument = (value: number) => ((1e6 * value) / documents).toFixed(1);
  return [
    ...[String(lanes), String(cores), seconds.toFixed(1), perSecond(documents, seconds)],
    ...[cpuSeconds, storeCpuSeconds.postgres, storeCpuSeconds.opensearch].map(perDocument),
    whole.format(peakMb),
  ];
}

export const rebuildSection: Section<RebuildReport> = {
  page: 'loading',
  name: 'rebuild',
  toText: ({ companies, people, discarded, written, ...on }) =>
    inParagraphs([
      `${stampText(on)} ${whole.format(companies)} companies and ${whole.format(people)} people, ` +
        `${whole.format(written[0]?.documents ?? 0)} documents. The documents are discarded:`,
      tableOf(head, discarded.map(lineOf)),
      'The documents are written to OpenSearch:',
      tableOf(head, written.map(lineOf)),
    ]),
};
