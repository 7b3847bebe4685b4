import type { CompanyPeople } from '@orgdex/contract';
import { companyPeopleLimits, type SupportedCountry } from '@orgdex/contract';
import { sendRequest } from '../report/send-request.ts';
import { type BenchRequest, byPosition } from '../speed/requests.ts';
import { companiesBySize, type SampleCompany } from '../speed/sample-companies.ts';
import { waitForIdle } from '../speed/wait-for-idle.ts';
import { type Bench, measureLoad } from './bench-load.ts';
import type { DiscoveryOrder } from './options.ts';
import { withRequestFiles } from './request-file.ts';

export interface PeopleSpeed {
  /** Companies of one request. */
  readonly companies: number;
  /** The share of the companies of the first request that have people in the result. */
  readonly found: number;
  /** The median time of one request, with one connection. */
  readonly rounds: readonly { readonly oneMs: number; readonly manyMs: number }[];
}

interface Sample {
  readonly country: SupportedCountry;
  readonly companies: readonly SampleCompany[];
}

/** Companies with 1 to 200 people, most of them in the same country: one request has one country. */
async function readCompanies({ installation }: Bench): Promise<Sample> {
  const { '1–200': found } = await companiesBySize(installation.pool);
  const byCountry = Map.groupBy(found, ({ country }) => country as SupportedCountry);
  const [largest] = [...byCountry].toSorted(([, a], [, b]) => b.length - a.length);
  if (!largest) throw new Error('This installation has no company with 1 to 200 people.');
  return { country: largest[0], companies: largest[1] };
}

const positionOf = ({ titles = [] }: SampleCompany) => byPosition(titles[0] ?? '').position;

const searchOne =
  (country: SupportedCountry) =>
  (sample: SampleCompany): BenchRequest => ({
    method: 'POST',
    path: '/people/search',
    body: JSON.stringify({
      companyId: sample.company,
      selectedCountry: country,
      position: positionOf(sample),
      size: String(companyPeopleLimits.defaultPerCompany),
    }),
  });

const searchMany = (country: SupportedCountry, companies: readonly SampleCompany[]): BenchRequest => ({
  method: 'POST',
  path: '/companies/people',
  body: JSON.stringify({
    companies: companies.map(({ company }) => ({ id: company })),
    position: positionOf(companies[0] as SampleCompany),
    selected_country: country,
  }),
});

async function foundShare({ service }: Bench, request: BenchRequest): Promise<number> {
  const { results } = (await sendRequest(service, request)).json as CompanyPeople;
  return results.filter(({ status }) => status === 'found').length / results.length;
}

/** Compares one search in 100 companies with one search in one company, in turn. */
export async function measurePeople(bench: Bench, order: DiscoveryOrder): Promise<PeopleSpeed> {
  const { country, companies } = await readCompanies(bench);
  const count = Math.min(companyPeopleLimits.maxCompanies, companies.length);
  const batches = Array.from({ length: Math.floor(companies.length / count) }, (_, at) =>
    searchMany(country, companies.slice(at * count, (at + 1) * count)),
  );
  const found = await foundShare(bench, batches[0] as BenchRequest);
  return withRequestFiles({ one: companies.map(searchOne(country)), many: batches }, async (files) => {
    const rounds: { oneMs: number; manyMs: number }[] = [];
    for (let at = -1; at < order.rounds; at += 1) {
      if (!order.isBusy) await waitForIdle();
      const load = { connections: 1, seconds: order.seconds, isWarmUp: at < 0 };
      const measure = (list: string) => measureLoad({ bench, target: bench.service }, { list, perOperation: 1 }, load);
      const [one, many] = [await measure(files.one), await measure(files.many)];
      if (at >= 0) rounds.push({ oneMs: one.p50Ms, manyMs: many.p50Ms });
    }
    return { companies: count, found, rounds };
  });
}
