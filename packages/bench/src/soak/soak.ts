import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { company, person } from '../../../testing/src/data/records.ts';
import { type Question, searchPeopleOf } from '../../../testing/src/data/requests.ts';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import type { FleetKey } from '../../../testing/src/processes/fleet-admin.ts';
import { type Asked, askDuring, countOutcomes, now } from '../../../testing/src/processes/steady-load.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { note } from '../report/results.ts';
import { quantile, sumOf } from '../report/statistics.ts';
import { defineScenario } from '../scenarios/scenario.ts';
import { growthLines, growthViolations, type Sample } from './growth.ts';

interface Size {
  /** Data changes in each round. */
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly perSecond: number;
  readonly sampleSeconds: number;
}

interface Seen extends Size {
  readonly samples: readonly Sample[];
  readonly asked: readonly Asked[];
  readonly changes: Readonly<Record<keyof typeof everyRounds | 'rebuild', number>>;
}

/** How many rounds are between two changes of each kind. */
const everyRounds = { import: 1, key: 2, optOut: 3 } as const;
/** An opt-out reaches every process within this time. */
const optOutMs = 1000;
const timeoutMs = 15_000;
const mb = 2 ** 20;
const imported = { companies: 500, peopleEach: 4 };

/** The same companies and people each time, with other values: what is stored must not grow. */
function recordsOf(round: number): string {
  const lines = Array.from({ length: imported.companies }, (_, at) => [
    company(`soak-${at}`, { name: `Kestrel Works ${at}`, employee_count: round + at }),
    ...Array.from({ length: imported.peopleEach }, (__, one) =>
      person(`soak-${at}-${one}`, `soak-${at}`, { position: `Manager of round ${round}` }),
    ),
  ]).flat();
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Lookups, people searches, company searches and suggestions, whose responses may change but must not contain who opted out. */
async function openRequests({ installation: { pool } }: Fleet) {
  const { rows } = await pool.query<{ id: string; country: string }>(
    `SELECT company_id AS id, min(country) AS country FROM employment WHERE NOT removed
     GROUP BY company_id ORDER BY md5(company_id) LIMIT 1000`,
  );
  const optedOut = new Map<string, number>();
  const isRight = (text: string, sentAt: number) =>
    [...optedOut].every(([id, since]) => sentAt < since + optOutMs || !text.includes(id));
  const get = (operation: Question['operation'], path: string) =>
    ({ operation, method: 'GET', path, body: undefined }) as const;
  const words = ['kestrel', 'harbor', 'north', 'group', 'works'];
  const unanswered = [
    ...rows.map(({ id, country }) => get('getCompany', `/company?id=${id}&country=${country}`)),
    ...rows.map(({ id, country }) => searchPeopleOf({ companyId: id, selectedCountry: country, size: '100' })),
    ...rows.map((_, at) => get('suggestCompanies', `/companies/suggest?q=${words[at % words.length]}`)),
  ];
  const questions: Question[] = unanswered.map((question) => ({ ...question, expected: '', credits: 0, isRight }));
  return { questions, optedOut, isRight };
}

type Requests = Awaited<ReturnType<typeof openRequests>>;

/** The work of operators while customers send requests. */
function openChanges({ installation, admin }: Fleet, requests: Requests, key: { current: FleetKey }) {
  const { home, orgdex, pool } = installation;
  const done = { import: 0, key: 0, optOut: 0, rebuild: 0 };
  const work: Readonly<Record<keyof typeof done, (round: number) => Promise<unknown>>> = {
    async import(round) {
      const file = join(home, 'soak.ndjson');
      writeFileSync(file, recordsOf(round));
      await orgdex('import', 'records', file, '--source', 'soak');
    },
    async key() {
      const old = key.current;
      key.current = await admin.issueFor(old.account);
      // Requests that were sent with the old key get their response first.
      await sleep(2000);
      await admin.revoke(old);
    },
    async optOut() {
      const { rows } = await pool.query<{ person_id: string; company_id: string; country: string }>(
        'SELECT person_id, company_id, country FROM employment WHERE NOT removed ORDER BY random() LIMIT 1',
      );
      const { person_id, company_id: companyId, country: selectedCountry } = rows[0] as (typeof rows)[0];
      await orgdex('person', 'suppress', '--id', person_id);
      requests.optedOut.set(person_id, now());
      const search = searchPeopleOf({ companyId, selectedCountry, size: '100' });
      for (let copies = 0; copies < 20; copies += 1)
        requests.questions.push({ ...search, expected: '', credits: 0, isRight: requests.isRight });
    },
    rebuild: () => orgdex('rebuild'),
  };
  const change = async (kind: keyof typeof done, round: number) => {
    await work[kind](round);
    done[kind] += 1;
  };
  return { done, change };
}

const databaseSql = `SELECT (pg_database_size(current_database()) - coalesce(sum(pg_total_relation_size(relid)), 0))::float8 AS bytes
  FROM unnest('{usage,usage_day}'::regclass[]) AS parent, pg_partition_tree(parent)`;

async function takeSample({ installation, target }: Fleet, minutes: number, asked: readonly Asked[]): Promise<Sample> {
  const { pool, opensearch, prefix, home } = installation;
  const read = async (metric: string, label?: string) =>
    sumOf(await Promise.all(target().members.map((member) => member.read(metric, label))));
  const { rows } = await pool.query<{ bytes: number }>(databaseSql);
  const { body } = await opensearch.indices.stats({ index: `${prefix}-*`, metric: ['store'] });
  const times = asked.filter(({ ended }) => ended > 0).map(({ began, ended }) => ended - began);
  return {
    minutes,
    memoryMb: (await read('process_resident_memory_bytes')) / mb,
    heapMb: (await read('nodejs_heap_space_size_used_bytes', 'space="old"')) / mb,
    files: await read('process_open_fds'),
    databaseMb: (rows[0]?.bytes ?? 0) / mb,
    indexMb: Number(body._all.primaries?.store?.size_in_bytes ?? 0) / mb,
    homeMb: Number(execFileSync('du', ['--bytes', '--summarize', home], { encoding: 'utf8' }).split('\t')[0]) / mb,
    ...{ p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) },
  };
}

async function runSoak(fleet: Fleet, size: Size): Promise<Seen> {
  const { rounds, roundSeconds, perSecond, sampleSeconds } = size;
  await fleet.serve();
  const requests = await openRequests(fleet);
  const key = { current: await fleet.admin.issueKey() };
  const currentKey: FleetKey = {
    get id() {
      return key.current.id;
    },
    get key() {
      return key.current.key;
    },
    account: key.current.account,
  };
  const { done, change } = openChanges(fleet, requests, key);
  const samples: Sample[] = [];
  const load = {
    ...fleet.target(),
    questions: requests.questions,
    offers: [{ key: currentKey, perSecond }],
    timeoutMs,
  };
  const asked = await askDuring(load, async (soFar) => {
    const began = now();
    let sampled = 0;
    const sampling = setInterval(() => {
      const recent = soFar.slice(sampled);
      sampled = soFar.length;
      void takeSample(fleet, (now() - began) / 60_000, recent).then((sample) => {
        samples.push(sample);
        note(JSON.stringify(sample));
      });
    }, sampleSeconds * 1000);
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const [kind, every] of Object.entries(everyRounds) as [keyof typeof everyRounds, number][])
          if (round % every === 0) await change(kind, round);
        if (round === Math.ceil(rounds / 3) || round === Math.ceil((2 * rounds) / 3)) await change('rebuild', round);
        await sleep(Math.max(0, began + round * roundSeconds * 1000 - now()));
      }
    } finally {
      clearInterval(sampling);
    }
  });
  return { ...size, samples, asked, changes: done };
}

export const soak = defineScenario<Size, Seen>({
  name: 'soak',
  title:
    'no request fails, no response contains who opted out, and nothing grows while data, keys and indices change for hours',
  sizes: {
    full: { rounds: 120, roundSeconds: 60, perSecond: 30, sampleSeconds: 15 },
    small: { rounds: 3, roundSeconds: 10, perSecond: 15, sampleSeconds: 3 },
  },
  run: ({ fleet }, size) => runSoak(fleet, size),
  expect({ asked, changes, samples }) {
    const failed = asked.filter(({ status }) => status !== 200);
    const wrong = asked.filter(({ status, isRight }) => status === 200 && !isRight);
    return [
      ...violationIf(asked.length === 0 || samples.length === 0, 'nothing was measured'),
      ...violationIf(
        Object.values(changes).includes(0),
        `not every kind of change happened: ${JSON.stringify(changes)}`,
      ),
      ...violationIf(failed.length > 0, `failed: ${countOutcomes(failed)}`),
      ...violationIf(wrong.length > 0, `${wrong.length} responses contained a person who had opted out`),
    ];
  },
  expectTimes: ({ samples }) => growthViolations(samples),
  describe: ({ rounds, roundSeconds, perSecond, asked, changes, samples }) =>
    [
      `${Math.round((rounds * roundSeconds) / 60)} minutes at ${perSecond} requests/s, ${asked.length} requests; ${changes.import} imports, ` +
        `${changes.rebuild} rebuilds, ${changes.key} replaced keys, ${changes.optOut} opt-outs`,
      ...growthLines(samples).map(
        ([title, first, second, last, growth]) =>
          `${title}: ${first}, ${second}, ${last} in the thirds, growth ${growth}`,
      ),
    ].join('; '),
});
