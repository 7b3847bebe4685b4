import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPythons, pythonEnvironment } from '../support/tools.ts';

const execute = promisify(execFile);
let folder: string;
let server: Server;
let connections = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orgdex-tls-'));
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files], {
    stdio: 'ignore',
  });
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
  server = createServer({ key, cert }, (request, response) => {
    if (request.url === '/usage') response.end('{"account":"acme"}');
  });
  server.on('secureConnection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const program = `
import asyncio, ssl, sys, threading, orgdex
kind, url, ca = sys.argv[1:]
trusted = {"ssl_context": ssl.create_default_context(cafile=ca), "max_retries": 0}

def outcome(call):
    try:
        return call()
    except (orgdex.OrgdexError, orgdex.AbortError) as error:
        return type(error).__name__

def signal():
    given = orgdex.AbortSignal()
    threading.Timer(0.5, given.abort).start()
    return given

def sync():
    with orgdex.Orgdex(url, **trusted) as client:
        print(*[client.usage.get()["account"] for _ in range(3)])
        print(outcome(lambda: client.request("GET", "/silent", options={"signal": signal()})))
        print(outcome(lambda: client.request("GET", "/silent", options={"timeout_seconds": 0.5})))
    print(outcome(lambda: orgdex.Orgdex(url, max_retries=0).usage.get()))

async def failure(call):
    try:
        return await call
    except (orgdex.OrgdexError, orgdex.AbortError) as error:
        return type(error).__name__

async def run():
    async with orgdex.AsyncOrgdex(url, **trusted) as client:
        print(*[(await client.usage.get())["account"] for _ in range(3)])
        print(await failure(client.request("GET", "/silent", options={"signal": signal()})))
        print(await failure(client.request("GET", "/silent", options={"timeout_seconds": 0.5})))
    async with orgdex.AsyncOrgdex(url, max_retries=0) as stranger:
        print(await failure(stranger.usage.get()))

sync() if kind == "sync" else asyncio.run(run())
`;

const pythons = findPythons();
const oldestAndNewest = [...new Set([pythons[0], pythons.at(-1)])].flatMap((one) => one ?? []);
const cases = oldestAndNewest.flatMap((python) => ['sync', 'async'].map((kind) => ({ ...python, kind })));

test.each(cases)(
  'Python $version, $kind, over TLS: a connection is reused, ends with a signal, and trusts only what it should',
  async ({ path, kind }) => {
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    connections = 0;
    const args = ['-c', program, kind, url, join(folder, 'cert.pem')];
    const { stdout } = await execute(path, args, { env: pythonEnvironment() });
    expect(stdout.trim().split('\n')).toEqual(['acme acme acme', 'AbortError', 'TimeoutError', 'ConnectionError']);
    // One for the three reads and the call that was ended, and one for the call that took too long.
    expect(connections).toBe(2);
  },
);
