import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { openChanges } from './changes.ts';
import { type SoakRequest, startSoakLoad, type Window } from './load.ts';
import { type Sample, takeSample } from './sample.ts';

export interface SoakOptions {
  /** Data changes in each round. */
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly companies: number;
  readonly perSecond: number;
  readonly sampleSeconds: number;
}

export interface SoakResult extends SoakOptions {
  readonly samples: readonly (Sample & Window)[];
  readonly requests: number;
  readonly failures: readonly string[];
  /** Responses that contained a person who had opted out. */
  readonly forbidden: number;
  readonly changes: Readonly<Record<'imports' | 'keys' | 'optOuts' | 'rebuilds', number>>;
}

/** An opt-out reaches every process within this time. */
const optOutMs = 1000;
/** So many requests ask for people of a company where someone has opted out. */
const optOutShare = 0.1;
const countries = ['AU', 'US', 'JP', 'NZ', 'SG'];
const words = ['kestrel', 'harbour', 'north', 'group', 'works'];

const oneOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

/** Lookups, people searches, company searches and suggestions. */
function mixedRequest(companies: readonly string[]): SoakRequest {
  const id = oneOf(companies);
  const part = Math.random();
  if (part < 0.4) return { path: `/company?id=${id}&country=${oneOf(countries)}` };
  if (part < 0.8) {
    return { path: '/people/search', body: { companyId: id, selectedCountry: oneOf(countries), size: '100' } };
  }
  if (part < 0.9) return { path: '/companies/search', body: { q: oneOf(words) } };
  return { path: `/companies/suggest?q=${oneOf(words)}` };
}

type Note = (text: string) => void;

/** Hours of requests while data, keys, opt-outs and generations change. */
export async function runSoak(options: SoakOptions, note: Note): Promise<SoakResult> {
  const { rounds, roundSeconds, companies, perSecond, sampleSeconds } = options;
  const installation = await openInstallation();
  try {
    note(`loading ${companies} companies`);
    await installation.orgdex('demo', '--companies', String(companies), '--people', String(4 * companies));
    const { rows } = await installation.pool.query<{ company_id: string }>(
      'SELECT company_id FROM employment GROUP BY company_id ORDER BY md5(company_id) LIMIT 2000',
    );
    const ids = rows.map(({ company_id }) => company_id);
    const changes = await openChanges(installation, ids);
    const serving = await startProcess(installation);
    const isForbidden = (text: string, sentAt: number) =>
      [...changes.optedOut].some(([person, { since }]) => sentAt > since + optOutMs && text.includes(person));
    const next = (): SoakRequest => {
      const gone = [...changes.optedOut.values()];
      const asksForThem = gone.length > 0 && Math.random() < optOutShare;
      return asksForThem ? { path: '/people/search', body: oneOf(gone).body } : mixedRequest(ids);
    };
    const target = { base: serving.base, perSecond, key: changes.key, next, isForbidden };
    const load = startSoakLoad(target);
    const began = Date.now();
    const elapsed = () => (Date.now() - began) / 60_000;
    const samples: (Sample & Window)[] = [];
    const sampling = setInterval(() => {
      void takeSample(installation, serving, elapsed()).then((sample) => {
        samples.push({ ...sample, ...load.window() });
        note(JSON.stringify(samples.at(-1)));
      });
    }, sampleSeconds * 1000);
    try {
      for (let round = 1; round <= rounds; round += 1) {
        await changes.round(round);
        if (round === Math.ceil(rounds / 3) || round === Math.ceil((2 * rounds) / 3)) await changes.rebuild();
        const waitMs = began + round * roundSeconds * 1000 - Date.now();
        if (waitMs > 0) await sleep(waitMs);
      }
    } finally {
      clearInterval(sampling);
      await load.stop();
      await serving.stop();
    }
    return { ...options, samples, ...(await load.stop()), changes: changes.done };
  } finally {
    await installation.close();
  }
}
