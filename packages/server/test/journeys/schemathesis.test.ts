import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@orgdex/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syntheticContent } from '../../../testing/src/data/synthetic.ts';
import { openTestService, type TestService, testAudit } from '../../../testing/src/data/test-service.ts';
import { issueKey } from '../../src/api/access/key-changes.ts';
import { type Metrics, openMetrics } from '../../src/api/http/metrics.ts';

/** CI, which uses the same cases each time, tries fewer. */
const casesPerOperation = Number(process.env.ORGDEX_TEST_CASES ?? 1000);
const program = process.env.SCHEMATHESIS ?? 'schemathesis';
const seed = process.env.ORGDEX_TEST_SEED;
/** Generating cases takes longer than sending them, most of all for batches. */
const timeoutMs = Math.max(600_000, casesPerOperation * 300);
const fileOf = (name: string) => fileURLToPath(new URL(`../contract/${name}`, import.meta.url));

let service: TestService;
let metrics: Metrics;
let base: string;
const folder = mkdtempSync(join(tmpdir(), 'orgdex-schemathesis-'));

beforeAll(async () => {
  metrics = openMetrics();
  service = await openTestService(syntheticContent, { metrics });
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true });
});

const customerOperations = endpoints.filter(({ scope }) => scope !== 'admin');
const adminOperations = endpoints.filter(({ scope }) => scope === 'admin');

/** CI tries a few cases of each operation of the operator, all in one run: a start takes longer than they do. */
const isBrief = casesPerOperation < 1000;
const adminRuns: [title: string, options: string[]][] = isBrief
  ? [['all operations of the operator', ['--include-path-regex', '^/admin/', '--max-examples', '30']]]
  : adminOperations.map(({ id, method, url }) => [`${method} ${url}`, ['--include-operation-id', id]]);

interface Run {
  readonly key: string;
  readonly report: string;
  readonly document?: string;
}

async function runSchemathesis({ key, report, document = '/openapi.json' }: Run, ...options: string[]) {
  const cases = options.includes('--max-examples') ? [] : ['--max-examples', String(casesPerOperation)];
  const checks = ['--checks', 'all', ...cases, '--continue-on-failure'];
  const args = ['--config-file', fileOf('schemathesis.toml'), 'run', base + document, ...checks, ...options];
  const env = { ...process.env, SCHEMATHESIS_HOOKS: fileOf('schemathesis_hooks.py'), EXEMPTIONS_REPORT: report };
  if (seed !== undefined) args.push('--seed', seed);
  const running = { env, cwd: folder, maxBuffer: 100_000_000 };
  return promisify(execFile)(program, [...args, '-H', `Authorization: Bearer ${key}`], running).then(
    ({ stdout }) => ({ failed: false, stdout }),
    (error: Error & { code?: unknown; stdout: string }) => {
      if (error.code !== 'ENOENT') return { failed: true, stdout: error.stdout };
      throw new Error(
        `${program} is not installed. Install it (python3 -m venv V && V/bin/pip install schemathesis) and put V/bin on PATH, or set SCHEMATHESIS to its path.`,
      );
    },
  );
}

/** The findings, without the progress output. */
const findingsIn = (stdout: string) => /=+ (?:FAILURES|ERRORS) =+.*/s.exec(stdout)?.[0] ?? stdout;

/** The number of responses of an operation, by status. */
async function responsesOf(route: string): Promise<Map<string, number>> {
  const pattern = new RegExp(`duration_seconds_count{[^}]*route="${route}",status="(\\d+)",[^}]*} (\\d+)`, 'g');
  const counts = new Map<string, number>();
  for (const [, status = '', count] of (await metrics.registry.metrics()).matchAll(pattern)) {
    counts.set(status, (counts.get(status) ?? 0) + Number(count));
  }
  return counts;
}

// One run for each operation: in a run of all, the fuzzer stops early at operations whose requests are costly to generate.
test.concurrent.each(customerOperations.map(({ url }) => url))(
  'many cases of %s find no deviation from the OpenAPI document',
  async (url) => {
    const key = await service.issue('company:read', 'company:search', 'people:search');
    const report = join(folder, `${url.replaceAll('/', ' ')}.json`);
    const { failed, stdout } = await runSchemathesis({ key, report }, '--phases', 'fuzzing', '--include-path', url);
    expect(failed, findingsIn(stdout)).toBe(false);
    const responses = await responsesOf(url.replaceAll(/\{(\w+)\}/g, ':$1'));
    const total = [...responses.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(casesPerOperation);
    expect(responses.get('200') ?? 0, 'the operation returns more than errors').toBeGreaterThan(casesPerOperation / 10);
    console.info(`Exemptions used for ${url}: ${existsSync(report) ? readFileSync(report, 'utf8') : 'none'}`);
  },
  timeoutMs,
);

test('examples, edge cases and chains of requests find no deviation from the OpenAPI document', async () => {
  const key = await service.issue('company:read', 'company:search', 'people:search');
  const report = join(folder, 'others.json');
  const { failed, stdout } = await runSchemathesis({ key, report }, '--phases', 'examples,coverage,stateful');
  expect(failed, findingsIn(stdout)).toBe(false);
});

/** A key of an account that no generated request changes. */
const issueAdminKey = async () => {
  const terms = { account: `operator ${randomUUID()}`, scopes: ['admin' as const] };
  return (await issueKey({ pool: service.pool, ...testAudit }, { terms, makeAccount: true })).key;
};

test.concurrent.each(adminRuns)(
  'many cases of %s find no deviation from the OpenAPI document',
  async (title, options) => {
    const run = { key: await issueAdminKey(), report: join(folder, `${title.replaceAll('/', ' ')}.json`) };
    const document = '/openapi-admin.json';
    const { failed, stdout } = await runSchemathesis({ ...run, document }, '--phases', 'fuzzing', ...options);
    expect(failed, findingsIn(stdout)).toBe(false);
  },
  timeoutMs,
);
