import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Random } from '../../../server/src/sample-data/demo/random.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { cpuUsOf } from '../machine/cpu.ts';
import { waitForIdle } from '../machine/wait-for-idle.ts';
import { runWrk, type WrkOrder, type WrkResult } from '../machine/wrk.ts';
import type { BenchCase, BenchRequest, CaseRequests, SampleCompany, Traffic } from './cases.ts';
import { type Target, type Targets, type Variant, variantNames, variants } from './targets.ts';

/** The index in a shuffled list for each turn. */
type Picker = (turn: number) => number;

/** Each index once before any repeats. */
export const pickUnique =
  (count: number): Picker =>
  (turn) =>
    turn % count;

/** Zipf's law with exponent 1: index n is picked 1/n as often as the first. */
export function pickZipf(count: number, random: () => number): Picker {
  const below = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1);
    below[rank] = sum;
  }
  return () => {
    const value = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((below[middle] as number) > value) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** A deterministic random generator: numbers from 0 to below 1. */
export function seeded(seed: number): () => number {
  const random = new Random().restart(seed, 0, 0);
  return () => random.fraction();
}

const toLine = ({ method, path, body = '' }: BenchRequest) => `${method}\t${path}\t${body}\n`;

/** More than any variant serves per second. */
const mostPerSecond = 30_000;

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
  const build = (turn: number) => benchCase.toRequests(indices, samples[pick(turn)] as SampleCompany, turn);
  return {
    next(seconds: number): RoundList {
      const requests = Array.from({ length: seconds * mostPerSecond }, (_, at) => build(position + at));
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

/** Sends one request. @throws if the response is not a success */
async function send({ base, keys: [key] }: Target, { method, path, body }: BenchRequest): Promise<unknown> {
  const headers = {
    ...(key ? { authorization: `Bearer ${key}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const response = await fetch(base + path, { method, headers, ...(body ? { body } : {}) });
  if (!response.ok) throw new Error(`${method} ${base}${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

interface IndexedDocument {
  _id?: string;
  _source?: { company?: string; served?: { name: string } };
  hits?: { hits: { _source: { person: string } }[] };
}

/** The content of OpenSearch's responses: id and name of the company, or the ids of the people in their order. */
function contentOfOpenSearch(responses: readonly IndexedDocument[]): unknown {
  const last = responses.at(-1);
  if (last?.hits) return last.hits.hits.map(({ _source }) => _source.person);
  const found = responses.length > 1 ? responses[0]?._source?.company : last?._id;
  return { id: found, name: last?._source?.served?.name };
}

function contentOfService(response: unknown): unknown {
  if (Array.isArray(response)) return response.map(({ person_id }) => person_id);
  const { id, name } = response as { id: string; name: string };
  return { id, name };
}

/** Checks that all variants return the same content; otherwise the comparison is meaningless. */
async function checkSameResponses({ all }: Targets, requests: readonly CaseRequests[]): Promise<void> {
  for (const { opensearchOnly, service } of requests) {
    const documents: IndexedDocument[] = [];
    for (const request of opensearchOnly) documents.push((await send(all.opensearchOnly, request)) as IndexedDocument);
    const expected = contentOfOpenSearch(documents);
    for (const variant of ['withoutAccess', 'fullService'] as const) {
      const found = contentOfService(await send(all[variant], service));
      if (isDeepStrictEqual(found, expected)) continue;
      const [wanted, got] = [JSON.stringify(expected), JSON.stringify(found)];
      const question = `${service.path} ${service.body ?? ''}`;
      throw new Error(`${question}: OpenSearch returns ${wanted}, ${variantNames[variant]} returns ${got}.`);
    }
  }
}

/**
 * The measurement of one variant in one round, per operation: one lookup or search. Where an operation needs two requests
 * to OpenSearch, its quantiles are doubled.
 */
export interface Sample extends Pick<WrkResult, 'p50Ms' | 'p90Ms' | 'p99Ms'> {
  readonly operations: number;
  readonly perSecond: number;
  readonly serviceCpuUs: number;
  readonly opensearchCpuUs: number;
}

export type Round = Record<Variant, Sample>;

const connections = 64;

/** Sends requests to one variant for some seconds. */
async function measureVariant(
  targets: Targets,
  variant: Variant,
  { files, requests: list }: RoundList,
  order: Pick<WrkOrder, 'seconds' | 'isWarmUp'>,
): Promise<Sample> {
  const { base, keys, processes } = targets.all[variant];
  const [service, opensearch] = [processes(), targets.opensearch];
  const before = { service: cpuUsOf(service), opensearch: cpuUsOf(opensearch) };
  const file = variant === 'opensearchOnly' ? files.opensearchOnly : files.service;
  const { requests, seconds, p50Ms, p90Ms, p99Ms } = await runWrk({ base, keys, list: file, connections, ...order });
  const perOperation = variant === 'opensearchOnly' ? (list[0]?.opensearchOnly.length ?? 1) : 1;
  const operations = requests / perOperation;
  return {
    operations,
    perSecond: operations / seconds,
    serviceCpuUs: (cpuUsOf(service) - before.service) / operations,
    opensearchCpuUs: (cpuUsOf(opensearch) - before.opensearch) / operations,
    p50Ms: p50Ms * perOperation,
    p90Ms: p90Ms * perOperation,
    p99Ms: p99Ms * perOperation,
  };
}

const mostOf = (seen: readonly Sample[]) => Math.max(...seen.map(({ operations }) => operations));

/** The JVM of OpenSearch compiles hot code, so the throughput of the first minutes is lower. */
export async function warmUp(targets: Targets, lists: RequestLists, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const list = lists.next(seconds);
  const seen: Sample[] = [];
  for (const variant of variants) seen.push(await measureVariant(targets, variant, list, { seconds, isWarmUp: true }));
  lists.advance(mostOf(seen));
}

export interface RoundsOrder {
  readonly rounds: number;
  readonly seconds: number;
  /** Measures even if other processes use the machine. */
  readonly isBusy: boolean;
}

/** Measures the variants in turn; each round starts with a different one. The first round is a warm-up and does not count. */
export async function measureRounds(
  targets: Targets,
  lists: RequestLists,
  { rounds, seconds, isBusy }: RoundsOrder,
): Promise<Round[]> {
  const measured: Round[] = [];
  for (let at = -1; at < rounds; at += 1) {
    const list = lists.next(seconds);
    if (at < 0) await checkSameResponses(targets, list.requests.slice(0, 5));
    if (!isBusy) await waitForIdle();
    const round: Partial<Round> = {};
    for (const [index] of variants.entries()) {
      const variant = variants[(index + at + 1) % variants.length] as Variant;
      round[variant] = await measureVariant(targets, variant, list, { seconds, isWarmUp: at < 0 });
    }
    lists.advance(mostOf(Object.values(round)));
    if (at >= 0) measured.push(round as Round);
  }
  return measured;
}
