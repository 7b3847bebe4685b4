import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTraceReceiver, type ReceivedSpan } from '../../../testing/src/http/trace-receiver.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

interface Answer {
  readonly status: number | undefined;
  readonly traceparent: string | string[] | undefined;
  readonly requestId: string | string[] | undefined;
  readonly body: Record<string, unknown>;
}

const callerSpan = 'b7ad6b7169203331';
const traces = {
  lookup: 'a0000000000000000000000000000001',
  search: 'a0000000000000000000000000000002',
  missing: 'a0000000000000000000000000000003',
  simulated: 'a0000000000000000000000000000004',
  unsampled: 'a0000000000000000000000000000005',
};

let installation: Installation;
let receiver: Awaited<ReturnType<typeof openTraceReceiver>>;
let key: string;
let log: string;
const answers = {} as Record<keyof typeof traces | 'own', Answer>;

const settings = () => ({
  LOG_LEVEL: 'info',
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-token=t0ken',
  OTEL_SERVICE_NAME: 'orgdex-test',
});

/** The body is sent only after the server has handled the headers, as it happens with a slow client. */
function ask(url: string, traceparent?: string, body?: object): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(traceparent ? { traceparent } : {}),
    ...(body ? { 'content-type': 'application/json', expect: '100-continue' } : {}),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: body ? 'POST' : 'GET', headers }, (response) => {
      const { traceparent: ours, 'x-request-id': requestId } = response.headers;
      json(response).then(
        (read) => resolve({ status: response.statusCode, traceparent: ours, requestId, body: read as Answer['body'] }),
        reject,
      );
    });
    call.on('error', reject);
    if (body) call.on('continue', () => call.end(JSON.stringify(body))).flushHeaders();
    else call.end();
  });
}

beforeAll(async () => {
  [installation, receiver] = await Promise.all([openInstallation(), openTraceReceiver()]);
  await installation.orgdex('demo', '--companies', '5', '--people', '5');
  const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
  const { out } = await installation.orgdex(
    'key',
    'create',
    '--account',
    'test',
    '--create-account',
    '--test',
    ...scopes,
  );
  key = out.trim();
  const serving = await startProcess(installation, { settings: settings() });
  const from = (name: keyof typeof traces, flags = '01') => `00-${traces[name]}-${callerSpan}-${flags}`;
  const company = `${serving.base}/company?id=`;
  answers.lookup = await ask(`${company}sandbox-kestrel`, from('lookup'));
  answers.search = await ask(`${serving.base}/people/search`, from('search'), {
    companyId: 'sandbox-kestrel',
    position: 'engineer',
  });
  answers.missing = await ask(`${company}sandbox-missing`, from('missing'));
  answers.simulated = await ask(`${company}sandbox-internal`, from('simulated'));
  answers.unsampled = await ask(`${company}sandbox-missing`, from('unsampled', '00'));
  answers.own = await ask(`${company}sandbox-heron`);
  // The spans that are not sent yet are sent before the process ends.
  expect(await serving.stop()).toBe(0);
  log = serving.log();
});

afterAll(async () => {
  receiver?.close();
  await installation?.close();
});

const spansOf = (name: keyof typeof traces) => receiver.spans().filter(({ traceId }) => traceId === traces[name]);

function split(spans: readonly ReceivedSpan[]) {
  const [server, ...others] = spans.filter(({ kind }) => kind === 2);
  if (!server || others.length > 0) throw new Error(`${others.length + 1} spans of a request in one trace`);
  return { server, parts: spans.filter(({ parentSpanId }) => parentSpanId === server.spanId) };
}

test('a request continues the trace of its caller, with a part for each store that it read', () => {
  const { server, parts } = split(spansOf('lookup'));
  expect(server).toMatchObject({
    name: 'GET /company',
    parentSpanId: callerSpan,
    service: 'orgdex-test',
    attributes: { 'http.route': '/company', 'http.response.status_code': 200 },
  });
  expect(answers.lookup.traceparent).toBe(`00-${traces.lookup}-${server.spanId}-01`);
  const stores = parts.map(({ attributes }) => attributes['db.system.name']);
  expect(new Set(stores)).toEqual(new Set(['postgresql', 'redis', 'opensearch']));
});

test('what happens after the body has arrived belongs to the trace too', () => {
  expect(answers.search.status).toBe(200);
  const { parts } = split(spansOf('search'));
  expect(parts.map(({ attributes }) => attributes['db.system.name'])).toContain('opensearch');
});

test('the error object, the log line and the span of a failed request have the same ids', () => {
  const { body, requestId } = answers.missing;
  expect(answers.missing.status).toBe(404);
  expect(body).toMatchObject({ trace_id: traces.missing, request_id: requestId });
  expect(split(spansOf('missing')).server.attributes).toMatchObject({
    'orgdex.request_id': requestId,
    'http.response.status_code': 404,
  });
  const lines = log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  expect(lines).toContainEqual(
    expect.objectContaining({ trace_id: traces.missing, request_id: requestId, status: 404 }),
  );
});

test('a response with a 5xx status is an error in the trace, one with a 4xx status is not', () => {
  expect(split(spansOf('simulated')).server.status.code).toBe(2);
  expect(split(spansOf('missing')).server.status.code ?? 0).toBe(0);
});

test('a request without a trace starts one; a caller that does not sample its trace gets no spans, but its id', () => {
  const [, own] = String(answers.own.traceparent).split('-');
  expect(receiver.spans().filter(({ traceId }) => traceId === own).length).toBeGreaterThan(1);
  expect(spansOf('unsampled')).toEqual([]);
  expect(answers.unsampled.body).toMatchObject({ trace_id: traces.unsampled });
  expect(answers.unsampled.traceparent).toMatch(new RegExp(`^00-${traces.unsampled}-[0-9a-f]{16}-00$`));
});

test('the collector gets its headers, and neither keys nor what was searched for', () => {
  const received = receiver.received();
  expect(received.map(({ url, headers }) => [url, headers['x-collector-token']])).toContainEqual([
    '/v1/traces',
    't0ken',
  ]);
  const text = received.map((one) => one.text).join();
  expect(text).toContain('/people/search');
  expect(text).not.toMatch(/sandbox-kestrel|sandbox-missing|engineer|orgdex_test_/);
});

test('a collector that does not respond is reported, and delays neither responses nor the end', async () => {
  const { endpoint } = await openTraceReceiver().then((one) => {
    one.close();
    return one;
  });
  const serving = await startProcess(installation, {
    settings: { ...settings(), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
  expect((await ask(`${serving.base}/company?id=sandbox-heron`)).status).toBe(200);
  const began = Date.now();
  expect(await serving.stop()).toBe(0);
  // A process has ten seconds to end; tries to reach the collector would take longer.
  expect(Date.now() - began).toBeLessThan(10_000);
  await expect.poll(() => serving.log()).toContain('cannot send traces');
});
