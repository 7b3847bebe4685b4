import { adminOpenapi, openapi } from '@orgdex/contract';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { Connection } from './connection.ts';
import { openOpenSearchProxy } from './engine-proxy.ts';
import { brokenLines, faultOf } from './faults.ts';
import { naughtyValues } from './naughty-values.ts';
import { type Case, casesOf, type ExampleOf, type OpenApiDocument, type Operation, operationsOf } from './places.ts';
import { describeCase, requestOf } from './requests.ts';

export interface InputResult {
  readonly operations: number;
  /** Parameters, fields and headers of all operations. */
  readonly places: number;
  readonly values: number;
  readonly cases: number;
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly queries: number;
  readonly logLines: number;
  readonly seconds: number;
  readonly findings: readonly string[];
}

/** Fewer than the server works on at once, so that none is refused for the load. */
const together = 8;

const keyOf = async (installation: Installation, ...args: string[]) => {
  const { out, err } = await installation.orgdex('key', 'create', ...args);
  return { key: out.trim(), id: /key_\w+/.exec(err)?.[0] ?? '' };
};

/** The demo data, an admin with all scopes, and what the examples of the document name. */
async function prepare(installation: Installation): Promise<{ key: string; exampleOf: ExampleOf }> {
  await installation.orgdex('demo', '--companies', '60', '--people', '300');
  await installation.orgdex('plan', 'set', 'starter', '--rate', '10000', '--burst', '100000');
  await installation.orgdex('account', 'create', 'acme', '--plan', 'starter');
  const scopes = ['company:read', 'company:search', 'people:search', 'admin'].flatMap((scope) => ['--scope', scope]);
  const { key } = await keyOf(installation, '--account', 'acme', ...scopes);
  const [changed, ended] = [
    await keyOf(installation, '--account', 'acme', '--scope', 'company:read'),
    await keyOf(installation, '--account', 'acme', '--scope', 'company:read'),
  ];
  const { rows } = await installation.pool.query<{ id: string }>('SELECT id FROM company ORDER BY id LIMIT 1');
  const company = rows[0]?.id ?? '';
  const ids: readonly (readonly [RegExp, string])[] = [
    [/^\/admin\/keys\/\{id\}$/, changed.id],
    [/^\/admin\/keys\//, ended.id],
    [/^\/admin\/(?:matches|runs)\//, '1'],
    [/^\/admin\/opt-outs\//, `r${'0'.repeat(26)}`],
    [/^/, company],
  ];
  const values: Readonly<Record<string, string>> = { name: 'fuzzed', field: 'industry', companyId: company, q: 'pty' };
  const exampleOf: ExampleOf = ({ path }, name) =>
    name === 'id'
      ? ids.find(([pattern]) => pattern.test(path))?.[1]
      : Object.hasOwn(values, name)
        ? values[name]
        : undefined;
  return { key, exampleOf };
}

interface Sending {
  readonly port: number;
  readonly key: string;
  readonly cases: readonly Case[];
  note(text: string): void;
}

/** Sends every case; a response that must not be is a finding. */
async function sendAll({ port, key, cases, note }: Sending) {
  const statuses: Record<string, number> = {};
  const findings: string[] = [];
  let next = 0;
  async function send(connection: Connection, one: Case): Promise<void> {
    const request = requestOf(one, { key, host: `127.0.0.1:${port}` });
    const got = await connection.send(request).catch((error: Error) => error.message);
    const responses = typeof got === 'string' ? [] : got;
    for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
    const faults = typeof got === 'string' ? [got] : responses.flatMap((response) => faultOf(response) ?? []);
    if (responses.length === 0 && faults.length === 0) faults.push('no response');
    if (responses.length > 1 && !request.isLast) faults.push(`${responses.length} responses`);
    const found = faults.map((fault) => `${describeCase(one)} → ${fault}`);
    for (const finding of found) note(finding);
    findings.push(...found);
  }
  const work = async () => {
    const connection = new Connection(port);
    for (let at = next++; at < cases.length; at = next++) {
      if (at % 10_000 === 0) note(`${at} of ${cases.length} cases, ${findings.length} findings`);
      await send(connection, cases[at] as Case);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: together }, work));
  return { statuses, findings };
}

const documents = () => [openapi('0'), adminOpenapi('0')] as unknown as OpenApiDocument[];
const countPlaces = (operations: readonly Operation[]) =>
  operations.reduce((sum, { places }) => sum + places.length, 0);

/** Sends so many values into the parameters of every operation of a real server, on real stores. */
export async function runInput({ count, note }: { count: number; note(text: string): void }): Promise<InputResult> {
  const installation = await openInstallation();
  const proxy = await openOpenSearchProxy(new URL(readConfig().OPENSEARCH_URL[0] as string));
  try {
    const { key, exampleOf } = await prepare(installation);
    const serving = await startProcess(installation, { settings: { OPENSEARCH_URL: proxy.url, LOG_LEVEL: 'info' } });
    try {
      const operations = documents().flatMap((document) => operationsOf(document, exampleOf));
      const cases = casesOf(operations, naughtyValues, count);
      const began = performance.now();
      const { statuses, findings } = await sendAll({ port: Number(new URL(serving.base).port), key, cases, note });
      const seconds = (performance.now() - began) / 1000;
      await serving.stop();
      const broken = brokenLines(serving.log());
      return {
        ...{ operations: operations.length, places: countPlaces(operations), values: naughtyValues.length },
        ...{ cases: cases.length, statuses, seconds, queries: proxy.queries() },
        logLines: serving.log().split('\n').length - 1,
        findings: [
          ...findings,
          ...proxy.faults.map((fault) => `query: ${fault}`),
          ...broken.map((line) => `log line: ${line.slice(0, 200)}`),
        ],
      };
    } finally {
      await serving.kill();
    }
  } finally {
    proxy.close();
    await installation.close();
  }
}
