import { isDeepStrictEqual } from 'node:util';
import { searchTimeouts } from '../../../server/src/stores/opensearch/deadlines.ts';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { fetchRequest } from '../../../server/src/stores/opensearch/fetch-documents.ts';
import { runConstantRate } from '../load/latency.ts';
import { seeded } from '../load/traffic.ts';
import { sendRequest } from '../report/send-request.ts';
import { quantile } from '../report/statistics.ts';
import { liveIndices } from '../speed/installation.ts';
import type { BenchRequest } from '../speed/requests.ts';
import { waitForIdle } from '../speed/wait-for-idle.ts';
import { type Bench, type LoadSample, measureLoad, type RequestFile } from './bench-load.ts';
import type { DiscoveryOrder } from './options.ts';
import type { AskFor, Question } from './questions.ts';
import { withRequestFiles } from './request-file.ts';
import { readSample } from './sample-companies.ts';

/** The same operation at the service, and at OpenSearch: the search, then the documents of what it found. */
interface Compared {
  readonly service: BenchRequest;
  readonly opensearchOnly: readonly BenchRequest[];
  readonly ids: readonly string[];
}

export const sides = ['opensearchOnly', 'service'] as const;
export type Side = (typeof sides)[number];
export type SideRound = Readonly<Record<Side, LoadSample>>;

export interface SideBySide {
  /** Different requests. */
  readonly questions: number;
  readonly connections: number;
  readonly rounds: readonly SideRound[];
  /** Response times at a constant rate, if they were measured. */
  readonly latency?: { readonly perSecond: number; readonly p50Ms: Sides; readonly p99Ms: Sides };
}
type Sides = Readonly<Record<Side, number>>;

const compared = 20;

const searchParameters = `preference=_local&allow_partial_search_results=false&cancel_after_time_interval=${searchTimeouts.searchMs}ms`;

/** What the service sends to OpenSearch for one question when it is alone; it sends several at once together. */
function opensearchRequests(indices: GenerationIndices, { query }: Question, ids: readonly string[]): BenchRequest[] {
  const { method, path, body } = fetchRequest(ids.map((id) => ({ index: indices.company, id })));
  return [
    { method: 'POST', path: `/${indices.search}/_search?${searchParameters}`, body: JSON.stringify(query) },
    { method, path, body: JSON.stringify(body) },
  ];
}

/** Undefined if nothing is found: then the service would search again, with typing errors. */
async function toCompared(bench: Bench, indices: GenerationIndices, question: Question): Promise<Compared | undefined> {
  const [search] = opensearchRequests(indices, question, []) as [BenchRequest];
  const { json } = await sendRequest(bench.opensearch, search);
  const { hits } = (json as { hits: { hits: { _id: string }[] } }).hits;
  const ids = hits.slice(0, question.size).map(({ _id }) => _id);
  if (ids.length === 0) return undefined;
  return { service: question.service, opensearchOnly: opensearchRequests(indices, question, ids), ids };
}

async function readQuestions(bench: Bench, askFor: AskFor, { questions, seed }: DiscoveryOrder): Promise<Compared[]> {
  const indices = await liveIndices(bench.installation);
  const random = seeded(seed);
  const found: Compared[] = [];
  for (const company of await readSample(bench.installation, { count: questions, seed })) {
    const question = askFor(company, random);
    const one = question && (await toCompared(bench, indices, question));
    if (one) found.push(one);
  }
  if (found.length === 0) throw new Error('No question finds a company in this installation.');
  return found;
}

/** Checks that both sides find the same companies in the same order; otherwise the comparison is meaningless. */
async function checkSame({ service }: Bench, questions: readonly Compared[]): Promise<void> {
  for (const { service: request, ids } of questions.slice(0, compared)) {
    const { companies } = (await sendRequest(service, request)).json as { companies: { id: string }[] };
    const found = companies.map(({ id }) => id);
    if (isDeepStrictEqual(found, ids)) continue;
    throw new Error(`${request.path} ${request.body ?? ''}: OpenSearch finds ${ids}, the service ${found}.`);
  }
}

type Files = Record<Side, RequestFile>;

const targetOf = ({ opensearch, service }: Bench, side: Side) => (side === 'service' ? service : opensearch);
/** Each round starts with the other side. */
const sidesOf = (round: number): readonly Side[] => (round % 2 === 0 ? sides : sides.toReversed());

/** Measures the sides in turn. The first round is a warm-up and does not count. */
async function measureRounds(bench: Bench, files: Files, order: DiscoveryOrder): Promise<SideRound[]> {
  const rounds: SideRound[] = [];
  for (let at = -1; at < order.rounds; at += 1) {
    if (!order.isBusy) await waitForIdle();
    const round: Partial<Record<Side, LoadSample>> = {};
    for (const side of sidesOf(at + 1)) {
      const load = { connections: order.connections, seconds: order.seconds, isWarmUp: at < 0 };
      round[side] = await measureLoad({ bench, target: targetOf(bench, side) }, files[side], load);
    }
    if (at >= 0) rounds.push(round as SideRound);
  }
  return rounds;
}

async function measureLatency(bench: Bench, files: Files, order: DiscoveryOrder): Promise<SideBySide['latency']> {
  const { rate: perSecond, rounds, seconds, isBusy } = order;
  const latenciesMs: Record<Side, number[]> = { opensearchOnly: [], service: [] };
  for (let at = 0; at < rounds; at += 1) {
    if (!isBusy) await waitForIdle();
    for (const side of sidesOf(at)) {
      const { base, keys } = targetOf(bench, side);
      const result = await runConstantRate({ base, keys, ...files[side], perSecond, seconds });
      latenciesMs[side].push(...result.latenciesMs);
    }
  }
  const at = (share: number): Sides => ({
    opensearchOnly: quantile(latenciesMs.opensearchOnly, share),
    service: quantile(latenciesMs.service, share),
  });
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Compares the service with the same queries put to OpenSearch. */
export async function measureSideBySide(
  bench: Bench,
  { askFor, hasLatency }: { askFor: AskFor; hasLatency: boolean },
  order: DiscoveryOrder,
): Promise<SideBySide> {
  const questions = await readQuestions(bench, askFor, order);
  await checkSame(bench, questions);
  const lists = {
    opensearchOnly: questions.flatMap(({ opensearchOnly }) => opensearchOnly),
    service: questions.map(({ service }) => service),
  };
  return withRequestFiles(lists, async (written) => {
    const files: Files = {
      opensearchOnly: { list: written.opensearchOnly, perOperation: 2 },
      service: { list: written.service, perOperation: 1 },
    };
    const rounds = await measureRounds(bench, files, order);
    const latency = hasLatency ? await measureLatency(bench, files, order) : undefined;
    return { questions: questions.length, connections: order.connections, rounds, ...(latency && { latency }) };
  });
}
