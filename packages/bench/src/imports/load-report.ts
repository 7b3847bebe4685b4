import { join } from 'node:path';
import type { Installation } from '../../../server/test/support/processes/installation.ts';
import { bareBulk, bareCopy, bareCopyOfAll } from './bare.ts';
import { type Measured, measure, resultOf } from './measured.ts';

export interface LoadReport {
  companies: number;
  people: number;
  rows: number;
  documents: number;
  reading: { seconds: number };
  takingIn: { seconds: number };
  importing: Measured;
  copy: { rows: number; seconds: number; megabytes: number };
  copyOfAll: { rows: number; seconds: number; megabytes: number };
  publishing: Measured & { publishSeconds: number };
  bulk: { documents: number; seconds: number };
  again: { unchanged: number; accepted: number; seconds: number; written: number };
}

/** Loads a demo world and, in the same run, moves the same rows and documents the bare way; then loads it once more. */
export async function loadAndMeasure(
  installation: Installation,
  companies: number,
  people: number,
): Promise<LoadReport> {
  const file = join(installation.home, 'world.ndjson');
  await installation.orgdex('demo', '--companies', String(companies), '--people', String(people), '--out', file);
  const importing = await measure(installation, 'import', 'records', file, '--source', 'demo', '--json');
  const { counts, took } = resultOf(importing);
  const copy = await bareCopy(installation);
  const copyOfAll = await bareCopyOfAll(installation);
  const publishing = await measure(installation, 'publish', '--json');
  const published = resultOf(publishing);
  const bulk = await bareBulk(installation);
  const again = await measure(installation, 'import', 'records', file, '--source', 'demo', '--json');
  const publishedAgain = resultOf(await measure(installation, 'publish', '--json'));
  return {
    companies,
    people,
    rows: counts.read,
    documents: published.written,
    reading: { seconds: took.staging / 1000 },
    takingIn: { seconds: took.applying / 1000 },
    importing,
    copy,
    copyOfAll,
    publishing: { ...publishing, publishSeconds: published.seconds },
    bulk,
    again: {
      ...{ unchanged: resultOf(again).counts.unchanged, accepted: resultOf(again).counts.accepted },
      ...{ seconds: again.seconds, written: publishedAgain.written + publishedAgain.deleted },
    },
  };
}
