import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { type Section, type Stamp, stamp, stampText } from '../report/results.ts';
import { inParagraphs, perSecond, tableOf, whole } from '../report/text.ts';
import { importFile, measure, storeCpuOf } from './measure-command.ts';

/** What a load of companies and people costs. The capacity formula uses it. */
export interface LoadCost extends Stamp {
  readonly companies: number;
  readonly people: number;
  readonly rows: number;
  readonly seconds: {
    readonly reading: number;
    readonly applying: number;
    readonly publishing?: number;
    readonly again?: number;
  };
  /** Of the command, and of PostgreSQL in both stages. */
  readonly cpuSeconds: { readonly command: number; readonly staging: number; readonly applying: number };
  readonly documents?: number;
  readonly peakMb?: { readonly import: number; readonly publish: number };
}

export interface LoadReport extends LoadCost {
  /** The same file once more. */
  readonly again: { readonly unchanged: number; readonly accepted: number; readonly written: number };
}

/** Waits until an import has read its file, and returns the CPU time of PostgreSQL since it began. */
async function cpuWhileReading(installation: Installation, signal: AbortSignal): Promise<number> {
  const before = storeCpuOf(installation).postgres;
  while (!signal.aborted) {
    const { rows } = await installation.pool.query(`SELECT FROM run WHERE state <> 'staging'`);
    if (rows.length > 0) break;
    await sleep(100);
  }
  return storeCpuOf(installation).postgres - before;
}

/** Loads a demo dataset, publishes it, and loads it again. */
export async function measureLoad(
  installation: Installation,
  { companies, people }: { readonly companies: number; readonly people: number },
): Promise<LoadReport> {
  const file = join(installation.home, 'dataset.ndjson');
  await installation.orgdex('demo', '--companies', String(companies), '--people', String(people), '--out', file);
  const load = () => importFile(installation, 'records', file, '--source', 'demo');
  const ended = new AbortController();
  const watching = cpuWhileReading(installation, ended.signal);
  const imported = await load();
  ended.abort();
  const staging = await watching;
  const published = await measure(installation, 'publish');
  const again = await load();
  const publishedAgain = (await measure(installation, 'publish')).result;
  return {
    ...stamp(),
    ...{ companies, people, rows: imported.counts.read, documents: published.result.written },
    seconds: {
      ...{ reading: imported.reading, applying: imported.applying },
      ...{ publishing: published.result.seconds, again: again.seconds },
    },
    cpuSeconds: {
      ...{ command: imported.cpuSeconds, staging },
      applying: imported.storeCpuSeconds.postgres - staging,
    },
    peakMb: { import: imported.peakMb, publish: published.peakMb },
    again: {
      ...{ unchanged: again.counts.unchanged, accepted: again.counts.accepted },
      written: publishedAgain.written + publishedAgain.deleted,
    },
  };
}

export const loadSection: Section<LoadCost> = {
  page: 'loading',
  name: 'load',
  toText({ companies, people, rows, documents = 0, seconds, cpuSeconds, peakMb, ...on }) {
    const cpuUs = (value: number) => ((1e6 * value) / rows).toFixed(1);
    const stages: readonly [string, number, number | undefined, string][] = [
      ['read: parse, validate, hash, stage', rows, seconds.reading, 'rows'],
      ['apply: identity, PostgreSQL', rows, seconds.applying, 'rows'],
      ['publish: PostgreSQL to OpenSearch', documents, seconds.publishing, 'documents'],
      ['the same file again: nothing changes', rows, seconds.again, 'rows'],
    ];
    const lines = stages.flatMap(([stage, count, took, unit]) =>
      took === undefined ? [] : [[stage, took.toFixed(1), `${perSecond(count, took)} ${unit}`]],
    );
    const memory = peakMb ? ` Peak memory: import ${peakMb.import} MB, publish ${peakMb.publish} MB.` : '';
    return inParagraphs([
      `${stampText(on)} ${whole.format(companies)} companies and ${whole.format(people)} people.`,
      tableOf(['stage', 'seconds', 'per second'], lines),
      `CPU per row: ${cpuUs(cpuSeconds.command)} µs of the command, ${cpuUs(cpuSeconds.staging)} µs of PostgreSQL while it reads, ` +
        `${cpuUs(cpuSeconds.applying)} µs while it applies.${memory}`,
    ]);
  },
};
