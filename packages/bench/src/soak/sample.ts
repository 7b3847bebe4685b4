import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { residentMbOf } from '../load/cpu.ts';

/** What a server and its stores use at one moment. */
export interface Sample {
  readonly minutes: number;
  /** Resident memory of the server's processes. */
  readonly memoryMb: number;
  /** The heap of the server without its youngest objects. */
  readonly heapMb: number;
  /** Open files and connections of the server's processes. */
  readonly files: number;
  /** The database without the rows that count responses, which grow with the requests. */
  readonly databaseMb: number;
  readonly indexMb: number;
  /** The home folder: spool, log, secret, suppression list. */
  readonly homeMb: number;
}

const mb = 2 ** 20;

/** A process and the processes that it started. */
function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number).flatMap(processesOf))];
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const databaseSql = `SELECT (pg_database_size(current_database()) - coalesce(sum(pg_total_relation_size(relid)), 0))::float8 AS bytes
  FROM unnest('{usage,usage_day}'::regclass[]) AS parent, pg_partition_tree(parent)`;

/** What Node reports for the old generation, of all processes together. */
async function oldHeapMb(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^nodejs_heap_space_size_used_bytes\{space="old"[^}]*\} (\S+)/m.exec(text)?.[1] ?? 0) / mb;
}

export async function takeSample(
  { pool, opensearch, prefix, home }: Installation,
  { pid, metrics }: { pid: number; metrics: string },
  minutes: number,
) {
  const pids = processesOf(pid);
  const { rows } = await pool.query<{ bytes: number }>(databaseSql);
  const { body } = await opensearch.indices.stats({ index: `${prefix}-*`, metric: ['store'] });
  return {
    minutes,
    memoryMb: residentMbOf(pids),
    heapMb: await oldHeapMb(metrics),
    files: sumOf(pids.map((one) => readdirSync(`/proc/${one}/fd`).length)),
    databaseMb: (rows[0]?.bytes ?? 0) / mb,
    indexMb: Number(body._all.primaries?.store?.size_in_bytes ?? 0) / mb,
    homeMb: Number(execFileSync('du', ['--bytes', '--summarize', home], { encoding: 'utf8' }).split('\t')[0]) / mb,
  } satisfies Sample;
}
