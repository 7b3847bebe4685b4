import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { bulkDocuments, copyAllTables, copyRecords } from './baselines.ts';
import { type Measured, measure, resultOf } from './measure-command.ts';

interface Publishing {
  seconds: number;
  documents: number;
  memory: number[];
  opensearchMb: number;
  /** How long bulk requests with the same number of documents would take, at the speed of those of the next week. */
  bulkSeconds: number;
}

/** The measurement of a synthetic register of one size, from the file to OpenSearch. */
export interface SourceReport {
  source: string;
  rows: number;
  accepted: number;
  skipped: number;
  measured: string;
  fileMb: number;
  /** Decompressing and parsing rows only. */
  parsing: { seconds: number };
  reading: { seconds: number };
  applying: { seconds: number };
  importMemory: number[];
  copy: { rows: number; seconds: number; megabytes: number };
  copyAll?: { rows: number; seconds: number };
  databaseMb: number;
  publishing?: Publishing;
  next: { accepted: number; gone: number; unchanged: number; reading: number; applying: number; memory: number[] };
  nextPublishing?: { seconds: number; written: number };
  /** The first file once more, with as many changes, read as a whole. */
  nextWithoutFingerprints?: { accepted: number; reading: number; applying: number };
}

const parseOnly = fileURLToPath(new URL('./parse-only.ts', import.meta.url));

/** Parses a file with the reader of the source in a separate process, without storing anything. */
export async function timeParsing(source: string, file: string): Promise<number> {
  const child = spawn(process.execPath, [parseOnly, source, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  await once(child, 'close');
  return Number(out);
}

export async function databaseMb({ pool }: Installation): Promise<number> {
  const { rows } = await pool.query('SELECT pg_database_size(current_database()) / 1e6 AS mb');
  return Math.round(Number(rows[0].mb));
}

export async function opensearchMb({ opensearch, prefix }: Installation): Promise<number> {
  const { body } = await opensearch.indices.stats({ index: `${prefix}-*`, metric: ['store'] });
  return Math.round((body._all.primaries?.store?.size_in_bytes ?? 0) / 1e6);
}

const maxRows = ['--expect', '0-999999999'];

export async function importFile(installation: Installation, source: string, file: string, ...options: string[]) {
  const importing = await measure(installation, 'import', source, file, ...maxRows, '--json', ...options);
  const { counts, took } = resultOf(importing);
  return { counts, reading: took.staging / 1000, applying: took.applying / 1000, memory: importing.memory };
}

async function publish(installation: Installation): Promise<Measured & { seconds: number; written: number }> {
  const measured = await measure(installation, 'publish', '--json');
  const { seconds, written, deleted } = resultOf(measured);
  return { ...measured, seconds, written: written + deleted };
}

async function publishFirst(installation: Installation): Promise<Omit<Publishing, 'bulkSeconds'>> {
  const { seconds, written, memory } = await publish(installation);
  return { seconds, documents: written, memory, opensearchMb: await opensearchMb(installation) };
}

async function compareWithBulk(installation: Installation, publishing: Omit<Publishing, 'bulkSeconds'>) {
  const { documents, seconds } = await bulkDocuments(installation);
  return { ...publishing, bulkSeconds: (seconds * publishing.documents) / documents };
}

/** The file of the next week. Only its changed rows may be written. */
async function importNext(installation: Installation, source: string, rows: number, publishes: boolean) {
  const file = join(installation.home, 'next');
  await installation.orgdex('synth', source, '--rows', String(rows), '--out', file, '--next', '--changed', '0.005');
  const { counts, ...took } = await importFile(installation, source, file);
  rmSync(file);
  const { accepted, gone, unchanged } = counts;
  const next = { accepted, gone, unchanged, ...took };
  if (!publishes) return { next };
  const { seconds, written } = await publish(installation);
  return { next, nextPublishing: { seconds, written } };
}

/** Goes back to the first file without known rows: an import that compares every row. */
async function importWithoutFingerprints(installation: Installation, source: string, first: string) {
  await installation.pool.query('UPDATE source SET fingerprint_rules = NULL WHERE name = $1', [source]);
  const { counts, reading, applying } = await importFile(installation, source, first);
  return { accepted: counts.accepted, reading, applying };
}

/** Generates a register, imports and publishes it, measures the baselines, and imports the file of the next week. */
export async function measureSource(
  installation: Installation,
  source: string,
  { rows, publishes }: { rows: number; publishes: boolean },
): Promise<SourceReport> {
  const file = join(installation.home, 'first');
  await installation.orgdex('synth', source, '--rows', String(rows), '--out', file);
  const fileMb = Math.round(statSync(file).size / 1e6);
  const parsing = { seconds: await timeParsing(source, file) };
  const { counts, reading, applying, memory } = await importFile(installation, source, file);
  const size = await databaseMb(installation);
  const copy = await copyRecords(installation);
  const copyAll = await copyAllTables(installation);
  const published = publishes ? await publishFirst(installation) : undefined;
  const next = await importNext(installation, source, rows, publishes);
  const nextWithoutFingerprints = await importWithoutFingerprints(installation, source, file);
  rmSync(file);
  const publishing = published && (await compareWithBulk(installation, published));
  return {
    source,
    rows: counts.read,
    accepted: counts.accepted,
    skipped: counts.skipped,
    measured: new Date().toISOString().slice(0, 10),
    fileMb,
    parsing,
    reading: { seconds: reading },
    applying: { seconds: applying },
    importMemory: memory,
    copy,
    copyAll,
    databaseMb: size,
    ...(publishing && { publishing }),
    ...next,
    nextWithoutFingerprints,
  };
}
