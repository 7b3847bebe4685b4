import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Scope, supportedCountries } from '@orgdex/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { issueKey } from '../../../server/src/api/access/key-changes.ts';
import { type AppDeps, buildApp } from '../../../server/src/app.ts';
import { type Config, readConfig } from '../../../server/src/core/settings/config.ts';
import { ensureSecret } from '../../../server/src/core/settings/secret.ts';
import { cardFacts } from '../../../server/src/knowledge/profiles/card-facts.ts';
import type { CompanyDocument } from '../../../server/src/knowledge/profiles/company-document.ts';
import { toServed } from '../../../server/src/knowledge/profiles/prepared-responses.ts';
import { personDocumentId, rosterDocumentId } from '../../../server/src/knowledge/rules/identifiers/document-ids.ts';
import { toSearchDocument } from '../../../server/src/pipeline/publish/search-document.ts';
import { connectOpenSearch, type OpenSearch } from '../../../server/src/stores/opensearch/client.ts';
import type { Dataset } from '../../../server/src/stores/opensearch/dataset.ts';
import type { GenerationIndices, PersonDocument } from '../../../server/src/stores/opensearch/documents.ts';
import { createIndices, deleteIndices, generationIndices } from '../../../server/src/stores/opensearch/indices.ts';
import { toRoster } from '../../../server/src/stores/opensearch/people/roster-page.ts';
import { openEmptyDatabase } from '../stores/database.ts';

/** The content of OpenSearch for a synthetic dataset. */
export interface IndexContent {
  companies?: CompanyDocument[];
  /** Merged ids, each with the surviving id. */
  redirects?: Record<string, string>;
  /** Identifier to company id. */
  identifiers?: Record<string, string>;
  people?: PersonDocument[];
  /** Companies with more people are searched. */
  rosterPeople?: number;
}

/** The roster of each company that has people. */
function rosterLines(index: string, people: readonly PersonDocument[], mostPeople: number) {
  return [...Map.groupBy(people, ({ company }) => company)].flatMap(([company, all]) => [
    { index: { _index: index, _id: rosterDocumentId(company), routing: company } },
    { roster: all.length > mostPeople ? { large: true } : { people: toRoster(all) } },
  ]);
}

/** A company as the publisher writes it, without records, and in every country. */
function companyLines(indices: GenerationIndices, profile: CompanyDocument, rostered: boolean): object[] {
  const { body } = profile;
  const facts = { ...cardFacts(profile, []), countries: [...supportedCountries] };
  const row = { id: body.id, version: 1, redirect_to: null, rostered, changed_at: new Date(0), records: [] };
  const written = {
    search: { ...toSearchDocument(row, body, facts), updated_since: 0 },
    sources: { records: [] },
    company: { served: toServed(profile), card: facts, rostered },
  };
  return Object.entries(written).flatMap(([kind, source]) => [
    { index: { _index: indices[kind as keyof typeof written], _id: body.id } },
    source,
  ]);
}

function bulkLines(
  indices: GenerationIndices,
  { companies = [], redirects = {}, identifiers = {}, people = [], rosterPeople = 200 }: IndexContent,
) {
  const company = (id: string, source: object) => [{ index: { _index: indices.company, _id: id } }, source];
  const hasPeople = new Set(people.map((person) => person.company));
  return [
    ...companies.flatMap((profile) => companyLines(indices, profile, hasPeople.has(profile.body.id))),
    ...rosterLines(indices.company, people, rosterPeople),
    ...Object.entries(redirects).flatMap(([id, redirect]) => company(id, { redirect })),
    ...Object.entries(identifiers).flatMap(([_id, id]) => [
      { index: { _index: indices.identifier, _id } },
      { company: id },
    ]),
    ...people.flatMap((person) => [
      {
        index: {
          _index: indices.person,
          _id: personDocumentId(person.company, person.person),
          routing: person.company,
        },
      },
      person,
    ]),
  ];
}

export async function fill(opensearch: OpenSearch, indices: GenerationIndices, facts: IndexContent): Promise<void> {
  const lines = bulkLines(indices, facts);
  if (lines.length === 0) return;
  const { body } = await opensearch.bulk({ body: lines, refresh: true });
  if (body.errors) throw new Error(JSON.stringify(body.items.slice(0, 3)));
}

/** Creates and fills indices for one test suite. */
async function openTestIndices(facts: IndexContent) {
  const opensearch = connectOpenSearch(readConfig().OPENSEARCH_URL);
  const indices = generationIndices(`t${randomBytes(6).toString('hex')}`);
  await createIndices(opensearch, indices, { prefix: 't', shards: 2, replicas: '0' });
  await fill(opensearch, indices, facts);
  return {
    opensearch,
    indices,
    async drop() {
      await deleteIndices(opensearch, indices);
      await opensearch.close();
    },
  };
}

export interface TestService {
  app: FastifyInstance;
  config: Config;
  opensearch: OpenSearch;
  indices: GenerationIndices;
  pool: AppDeps['pool'];
  issue(...scopes: Scope[]): Promise<string>;
  close(): Promise<void>;
}

/** What a suite may change: parts of the service, or of the dataset of live keys. */
type Changes = Partial<AppDeps> &
  Partial<Dataset> & {
    /** Whether requests are sent again while a store does not respond in time; a suite that expects a 503 turns it off. */
    repeats?: boolean;
  };

const storeProblems: readonly string[] = ['engine_unavailable', 'ledger_unavailable'];

/** A busy machine pauses a store for longer than the service waits for it. A real client then sends its request again, and so do tests. */
export function repeatUnanswered(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (request: InjectOptions | string) => Promise<LightMyRequestResponse>;
  const repeating = async (request: InjectOptions | string): Promise<LightMyRequestResponse> => {
    for (let tries = 1; ; tries += 1) {
      const response = await inject(request);
      const isProblem = response.headers['content-type']?.toString().startsWith('application/json');
      if (response.statusCode !== 503 || !isProblem || tries === 40) return response;
      const { code, message } = response.json();
      if (!storeProblems.includes(code) || message.includes('simulated')) return response;
      await sleep(250);
    }
  };
  app.inject = repeating as typeof app.inject;
}

export const testAudit = { auditKey: createSecretKey(Buffer.alloc(32, 3)), actor: 'cli:test' };

/** The whole service over a synthetic dataset, in this process, with the real stores. Its only plan hardly limits. */
export async function openTestService(
  facts: IndexContent,
  { generation, suppressedAt, simulateProblem, repeats = true, ...changes }: Changes = {},
  settings: Partial<Config> = {},
): Promise<TestService> {
  const [database, held] = await Promise.all([openEmptyDatabase(), openTestIndices(facts)]);
  const home = mkdtempSync(join(tmpdir(), 'orgdex-'));
  await database.pool.query(`UPDATE plan SET rate = 10000, burst = 100000 WHERE name = 'standard'`);
  const config: Config = { ...readConfig(), DATABASE_URL: database.url, ORGDEX_HOME: home, ...settings };
  const live: Dataset = {
    generation: generation ?? (() => ({ id: 1, indices: held.indices })),
    suppressedAt: suppressedAt ?? (() => []),
    simulateProblem: simulateProblem ?? (async () => {}),
  };
  const app = await buildApp({
    config,
    pool: database.pool,
    datasets: { live, test: live },
    cursorKey: Buffer.alloc(32, 7),
    auditKey: testAudit.auditKey,
    secret: ensureSecret(home),
    logger: pino({ level: 'silent' }),
    ...changes,
  });
  if (repeats) repeatUnanswered(app);
  return {
    app,
    config,
    opensearch: held.opensearch,
    indices: held.indices,
    pool: database.pool,
    issue: async (...scopes) =>
      (await issueKey({ pool: database.pool, ...testAudit }, { terms: { account: 'acme', scopes }, makeAccount: true }))
        .key,
    async close() {
      await app.close();
      await Promise.all([database.drop(), held.drop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
