import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTools } from '../../../../scripts/stores/tools.ts';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { freePort } from '../processes/free-port.ts';

const password = 'correct-horse';

/** A certificate authority, and a certificate for `localhost` signed by it. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=orgdex test');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
  openssl('x509', '-req', '-in', 'server.csr', ...signer, '-out', 'server.pem', '-days', '2', '-extfile', 'names');
}

type Tools = NonNullable<Awaited<ReturnType<typeof findTools>>['tools']>;

/** PostgreSQL that accepts only TLS, with a password. */
async function startPostgres(folder: string, { postgres: { bin, runAs } }: Tools) {
  const [port, own, data] = [await freePort(), join(folder, 'postgres'), join(folder, 'postgres/data')];
  mkdirSync(own);
  for (const name of ['server.key', 'server.pem']) copyFileSync(join(folder, name), join(own, name));
  chmodSync(join(own, 'server.key'), 0o600);
  writeFileSync(join(own, 'password'), password);
  const { uid, gid } = runAs;
  if (uid !== undefined && gid !== undefined)
    for (const name of ['', 'server.key', 'server.pem', 'password']) chownSync(join(own, name), uid, gid);
  const run = (name: string, ...args: string[]) =>
    execFileSync(join(bin, name), args, { ...runAs, cwd: own, stdio: ['ignore', 'ignore', 'pipe'] });
  run('initdb', '-D', data, '-U', 'orgdex', '-A', 'scram-sha-256', '--pwfile', join(own, 'password'), '--no-sync');
  const settings = [
    `port = ${port}`,
    `listen_addresses = 'localhost'`,
    `unix_socket_directories = ''`,
    'fsync = off',
    'ssl = on',
    `ssl_cert_file = '${own}/server.pem'`,
    `ssl_key_file = '${own}/server.key'`,
  ];
  writeFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`, { flag: 'a' });
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all localhost scram-sha-256\n');
  run('pg_ctl', 'start', '-w', '-D', data, '-l', join(own, 'log'));
  return {
    url: `postgres://orgdex:${password}@localhost:${port}/postgres?sslmode=verify-full`,
    stop: () => run('pg_ctl', 'stop', '-m', 'immediate', '-D', data),
  };
}

/** The user of Redis as the documentation defines it, with this password and prefix. */
function documentedUser(prefix: string): string {
  const page = readFileSync(new URL('../../../../docs/operations/security.md', import.meta.url), 'utf8');
  const line = /^user orgdex .*$/m.exec(page)?.[0];
  if (!line) throw new Error('docs/operations/security.md has no line for the user of Redis');
  return line.replace('PASSWORD', password).replace('~orgdex:', `~${prefix}:`);
}

/** Redis that accepts only TLS, with the user of the documentation. */
async function startRedis(folder: string, { redis }: Tools, prefix: string) {
  const [port, file] = [await freePort(), join(folder, 'redis.conf')];
  const settings = [
    'port 0',
    `tls-port ${port}`,
    'bind 127.0.0.1',
    'save ""',
    `dir ${folder}`,
    `tls-cert-file ${folder}/server.pem`,
    `tls-key-file ${folder}/server.key`,
    `tls-ca-cert-file ${folder}/ca.pem`,
    'tls-auth-clients no',
    'user default off',
    documentedUser(prefix),
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const child = spawn(redis, [file], { stdio: 'ignore' });
  return { url: `rediss://orgdex:${password}@localhost:${port}`, stop: () => void child.kill('SIGKILL') };
}

/** The running OpenSearch behind a proxy that terminates TLS and requires a password. */
async function startProxy(folder: string) {
  const [opensearch = ''] = readConfig().OPENSEARCH_URL;
  const expected = `Basic ${Buffer.from(`orgdex:${password}`).toString('base64')}`;
  const files = { key: readFileSync(join(folder, 'server.key')), cert: readFileSync(join(folder, 'server.pem')) };
  const server: Server = createServer(files, (asked, answer) => {
    if (asked.headers.authorization !== expected) return void answer.writeHead(401).end('{}');
    const { authorization: _, host: __, ...headers } = asked.headers;
    const passed = request(
      new URL(asked.url ?? '/', opensearch),
      { method: asked.method ?? 'GET', headers },
      (found) => {
        answer.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  // Node closes an idle connection after 5 s, just when an import begins to publish. Proxies wait longer.
  server.keepAliveTimeout = 75_000;
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `https://orgdex:${password}@localhost:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The three stores with TLS and passwords, and the settings to use them, each in a file. */
export async function openSecureStores(prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-secure-'));
  chmodSync(folder, 0o755);
  makeCertificates(folder);
  const { tools, missing } = await findTools(process.env.ORGDEX_HOME ?? '.orgdex');
  if (!tools) throw new Error(`missing: ${missing.map(({ what }) => what).join(', ')}`);
  const stores = {
    DATABASE_URL: await startPostgres(folder, tools),
    REDIS_URL: await startRedis(folder, tools, prefix),
    OPENSEARCH_URL: await startProxy(folder),
  };
  const urls = Object.fromEntries(Object.entries(stores).map(([name, { url }]) => [name, url]));
  const settings = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => {
      writeFileSync(join(folder, name), `${url}\n`, { mode: 0o600 });
      return [`${name}_FILE`, join(folder, name)];
    }),
  );
  return {
    folder,
    password,
    /** The addresses with their passwords, by the name of the setting. */
    urls,
    /** Settings that name the files with the addresses. */
    settings,
    authority: join(folder, 'ca.pem'),
    close() {
      for (const { stop } of Object.values(stores)) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
