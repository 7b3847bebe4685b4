import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Usage } from '@orgdex/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toToolClient } from '../../../testing/src/http/mcp-clients.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';

let installation: Installation;
let serving: Awaited<ReturnType<typeof startProcess>>;

const path = (name: string) => join(installation.home, name);

async function makeKey(name: string, ...scopes: string[]): Promise<string> {
  const asked = scopes.flatMap((scope) => ['--scope', scope]);
  const { out } = await installation.orgdex('key', 'create', '--account', name, '--create-account', '--test', ...asked);
  writeFileSync(path(`${name}.key`), out);
  return out.trim();
}

beforeAll(async () => {
  installation = await openInstallation();
  await installation.orgdex('demo', '--companies', '5', '--people', '5');
  await makeKey('assistant', 'company:read', 'company:search', 'people:search');
  await makeKey('reader', 'company:read');
  serving = await startProcess(installation);
});
afterAll(async () => {
  await serving?.stop();
  await installation?.close();
});

const program = join(import.meta.dirname, '../../src/main.ts');

/** Starts the command as an assistant does. */
async function connect(name: string, mode: 'legacy' | { pin: string }) {
  const client = new Client({ name: 'orgdex-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const args = [program, 'mcp', '--url', serving.base, '--key-file', path(`${name}.key`)];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
  return toToolClient(client, client.getNegotiatedProtocolVersion());
}

describe.each([
  ['modern', { pin: '2026-07-28' }],
  ['legacy', 'legacy'],
] as const)('orgdex mcp with a %s client', (_, mode) => {
  test('lists the tools of the key and calls them', async () => {
    const client = await connect('assistant', mode);
    expect((await client.list()).map(({ name }) => name)).toHaveLength(8);
    const { structured } = await client.call('get_company', { id: 'sandbox-kestrel' });
    expect(structured).toMatchObject({
      id: 'sandbox-kestrel',
      name: 'Kestrel & Vane Sandbox Pty Ltd',
      matched_by: 'id',
    });
    const people = await client.call('search_people', { companyId: 'sandbox-kestrel', size: 2 });
    expect((people.structured as { people: object[] }).people).toHaveLength(2);
    const missing = await client.call('get_company', { id: 'sandbox-missing' });
    expect({ isError: missing.isError, ...JSON.parse(missing.text) }).toMatchObject({
      isError: true,
      code: 'company_not_found',
      param: 'id',
      request_id: expect.any(String),
    });
    await client.close();
  });
});

test('a key lists only the tools of its scopes', async () => {
  const client = await connect('reader', 'legacy');
  const names = (await client.list()).map(({ name }) => name);
  expect(names).toEqual(['match_company', 'match_companies', 'get_company', 'get_usage']);
  const { structured } = await client.call('get_usage');
  expect((structured as Usage).account).toBe('reader');
  await client.close();
});

test('the command explains why it cannot start', async () => {
  writeFileSync(path('wrong.key'), 'orgdex_live_wrong');
  const wrong = await installation.run('mcp', '--url', serving.base, '--key-file', path('wrong.key')).end;
  expect({ code: wrong.code, out: wrong.out }).toEqual({ code: 1, out: '' });
  expect(wrong.err).toContain('The API key is incomplete or mistyped');
  const nowhere = await installation.run('mcp', '--url', 'http://127.0.0.1:9', '--key-file', path('reader.key')).end;
  expect(nowhere.code).toBe(1);
  expect(nowhere.err).toContain('http://127.0.0.1:9');
});
