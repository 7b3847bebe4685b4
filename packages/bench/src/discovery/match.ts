import type { MatchedCompanies } from '@orgdex/contract';
import { matchLimits } from '@orgdex/contract';
import { sendRequest } from '../report/send-request.ts';
import type { BenchRequest } from '../speed/requests.ts';
import { waitForIdle } from '../speed/wait-for-idle.ts';
import { type Bench, type LoadSample, withCpu } from './bench-load.ts';
import type { DiscoveryOrder } from './options.ts';
import { type NamedCompany, readSample } from './sample-companies.ts';

export interface MatchSpeed {
  /** Items of one batch. */
  readonly items: number;
  readonly batches: number;
  readonly connections: number;
  /** The share of the items of the first batches that are matched. */
  readonly matched: number;
  /** Per batch. */
  readonly rounds: readonly LoadSample[];
}

/** Enough that OpenSearch and service both have work all the time. */
const connections = 4;
const judged = 5;

/** The name with two letters of its longest word exchanged. */
function mistype(name: string): string {
  const longest = name.split(' ').reduce((best, word) => (word.length > best.length ? word : best));
  const at = Math.floor(longest.length / 2);
  const letters = [...longest];
  return name.replace(longest, letters.toSpliced(at - 1, 2, ...letters.slice(at - 1, at + 1).toReversed()).join(''));
}

/** Only what a spreadsheet without identifiers has; every second name has a typing error. */
const toItem = ({ name, country, region, city }: NamedCompany, at: number) => ({
  name: at % 2 === 0 ? name : mistype(name),
  ...{ country, region, city },
});

const toBatch = (companies: readonly NamedCompany[]): BenchRequest => ({
  method: 'POST',
  path: '/companies/match',
  body: JSON.stringify({ companies: companies.map(toItem) }),
});

async function matchedShare({ service }: Bench, batches: readonly BenchRequest[]): Promise<number> {
  let [matched, all] = [0, 0];
  for (const batch of batches.slice(0, judged)) {
    const response = (await sendRequest(service, batch)).json as MatchedCompanies;
    matched += response.matched;
    all += response.results.length;
  }
  return matched / all;
}

/**
 * Each connection sends one batch after the other, and the last ones are awaited: a batch takes so long that those in
 * flight at the end would matter.
 */
async function sendBatches({ service }: Bench, batches: readonly BenchRequest[], seconds: number) {
  const began = performance.now();
  let sent = 0;
  async function client(): Promise<void> {
    while (performance.now() - began < seconds * 1000) {
      const batch = batches[sent % batches.length] as BenchRequest;
      sent += 1;
      await sendRequest(service, batch);
    }
  }
  await Promise.all(Array.from({ length: connections }, client));
  return { operations: sent, seconds: (performance.now() - began) / 1000 };
}

/** Matches batches of 100 items that have a name and a location only. */
export async function measureMatch(bench: Bench, order: DiscoveryOrder): Promise<MatchSpeed> {
  const sample = await readSample(bench.installation, { count: order.questions, seed: order.seed });
  const items = Math.min(matchLimits.maxItems, sample.length);
  const batches = Array.from({ length: Math.floor(sample.length / items) }, (_, at) =>
    toBatch(sample.slice(at * items, (at + 1) * items)),
  );
  const matched = await matchedShare(bench, batches);
  const rounds: LoadSample[] = [];
  for (let at = -1; at < order.rounds; at += 1) {
    if (!order.isBusy) await waitForIdle();
    const round = await withCpu(bench, bench.service, () => sendBatches(bench, batches, order.seconds));
    if (at >= 0) rounds.push(round);
  }
  return { items, batches: batches.length, connections, matched, rounds };
}
