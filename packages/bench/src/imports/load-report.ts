import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { bulkDocuments, copyAllTables, copyRecords } from './baselines.ts';
import { type Measured, measure, resultOf, storeCpuOf } from './measure-command.ts';

export interface LoadReport {
  companies: number;
  people: number;
  rows: number;
  documents: number;
  reading: { seconds: number };
  applying: { seconds: number };
  importing: Measured;
  /** CPU time of PostgreSQL in both stages, in seconds. */
  postgresCpu: { reading: number; applying: number };
  copy: { rows: number; seconds: number; megabytes: number };
  copyAll: { rows: number; seconds: number; megabytes: number };
  publishing: Measured & { publishSeconds: number };
  bulk: { documents: number; seconds: number };
  again: { unchanged: number; accepted: number; seconds: number; written: number };
}

const watchMs = 100;

/** Waits until an import has read its file, and returns the CPU time of PostgreSQL since it began. */
async function cpuWhileReading(installation: Installation, signal: AbortSignal): Promise<number> {
  const before = storeCpuOf(installation).postgres;
  while (!signal.aborted) {
    const { rows } = await installation.pool.query(`SELECT FROM run WHERE state <> 'staging'`);
    if (rows.length > 0) break;
    await sleep(watchMs);
  }
  return storeCpuOf(installation).postgres - before;
}

async function importDataset(installation: Installation, file: string) {
  const ended = new AbortController();
  const watching = cpuWhileReading(installation, ended.signal);
  const importing = await measure(installation, 'import', 'records', file, '--source', 'demo', '--json');
  ended.abort();
  const reading = await watching;
  return { importing, postgresCpu: { reading, applying: importing.storeCpuSeconds.postgres - reading } };
}

/** Loads a demo dataset, measures the baselines with the same rows and documents, and loads the dataset again. */
export async function loadAndMeasure(
  installation: Installation,
  companies: number,
  people: number,
): Promise<LoadReport> {
  const file = join(installation.home, 'dataset.ndjson');
  await installation.orgdex('demo', '--companies', String(companies), '--people', String(people), '--out', file);
  const { importing, postgresCpu } = await importDataset(installation, file);
  const { counts, took } = resultOf(importing);
  const copy = await copyRecords(installation);
  const copyAll = await copyAllTables(installation);
  const publishing = await measure(installation, 'publish', '--json');
  const published = resultOf(publishing);
  const again = await measure(installation, 'import', 'records', file, '--source', 'demo', '--json');
  const publishedAgain = resultOf(await measure(installation, 'publish', '--json'));
  const bulk = await bulkDocuments(installation);
  return {
    companies,
    people,
    rows: counts.read,
    documents: published.written,
    reading: { seconds: took.staging / 1000 },
    applying: { seconds: took.applying / 1000 },
    importing,
    postgresCpu,
    copy,
    copyAll,
    publishing: { ...publishing, publishSeconds: published.seconds },
    bulk,
    again: {
      ...{ unchanged: resultOf(again).counts.unchanged, accepted: resultOf(again).counts.accepted },
      ...{ seconds: again.seconds, written: publishedAgain.written + publishedAgain.deleted },
    },
  };
}
