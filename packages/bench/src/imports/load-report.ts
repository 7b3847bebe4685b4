import { join } from 'node:path';
import type { Installation } from '../../../server/test/support/processes/installation.ts';
import { bulkDocuments, copyAllTables, copyRecords } from './baselines.ts';
import { type Measured, measure, resultOf } from './measure-command.ts';

export interface LoadReport {
  companies: number;
  people: number;
  rows: number;
  documents: number;
  reading: { seconds: number };
  applying: { seconds: number };
  importing: Measured;
  copy: { rows: number; seconds: number; megabytes: number };
  copyAll: { rows: number; seconds: number; megabytes: number };
  publishing: Measured & { publishSeconds: number };
  bulk: { documents: number; seconds: number };
  again: { unchanged: number; accepted: number; seconds: number; written: number };
}

/** Loads a demo dataset, measures the baselines with the same rows and documents, and loads the dataset again. */
export async function loadAndMeasure(
  installation: Installation,
  companies: number,
  people: number,
): Promise<LoadReport> {
  const file = join(installation.home, 'dataset.ndjson');
  await installation.orgdex('demo', '--companies', String(companies), '--people', String(people), '--out', file);
  const importing = await measure(installation, 'import', 'records', file, '--source', 'demo', '--json');
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
