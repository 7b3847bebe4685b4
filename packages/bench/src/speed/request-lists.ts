import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { pickUnique, pickZipf, seeded } from '../load/traffic.ts';
import type { BenchCase, Traffic } from './cases.ts';
import type { BenchRequest, CaseRequests } from './requests.ts';
import type { SampleCompany } from './sample-companies.ts';

const toLine = ({ method, path, body = '' }: BenchRequest) => `${method}\t${path}\t${body}\n`;

/** More than any variant serves per second. */
const perSecond = 30_000;

/** The requests of one round, and the files that the load generator reads. The order of the companies is the same in both. */
export interface RoundList {
  readonly requests: readonly CaseRequests[];
  readonly files: Readonly<Record<'opensearchOnly' | 'service', string>>;
}

interface ListOptions {
  readonly benchCase: BenchCase;
  readonly traffic: Traffic;
  readonly indices: GenerationIndices;
  readonly samples: readonly SampleCompany[];
}

/** Generates the requests of each round. All variants get the same companies in the same order. */
export function openRequestLists({ benchCase, traffic, indices, samples }: ListOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-bench-'));
  const count = samples.length;
  const pick = traffic === 'zipf' ? pickZipf(count, seeded(7)) : pickUnique(count);
  let position = 0;
  const build = (turn: number) => benchCase.buildRequests(indices, samples[pick(turn)] as SampleCompany, turn);
  return {
    next(seconds: number): RoundList {
      const requests = Array.from({ length: seconds * perSecond }, (_, at) => build(position + at));
      const files = { opensearchOnly: join(folder, 'opensearchOnly'), service: join(folder, 'service') };
      writeFileSync(
        files.opensearchOnly,
        requests.flatMap(({ opensearchOnly }) => opensearchOnly.map(toLine)).join(''),
      );
      writeFileSync(files.service, requests.map(({ service }) => toLine(service)).join(''));
      return { requests, files };
    },
    /** The next round starts after the last request of the fastest variant. */
    advance(operations: number): void {
      position += Math.ceil(operations);
    },
    /** How often the list was used so far. Below 1, unique keys cannot hit a cache. */
    laps: () => position / count,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type RequestLists = ReturnType<typeof openRequestLists>;
