import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A serving process of an installation, ready, with a key for both operations. */
export async function startServing(installation: Installation) {
  const port = await freePort();
  const child = installation.startWith({ PORT: String(port), METRICS_PORT: String(await freePort()) }, 'serve');
  let log = '';
  child.stdout?.on('data', (text) => {
    log += text;
  });
  child.stderr?.on('data', (text) => {
    log += text;
  });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${base}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready) break;
    if (tries > 300 || child.exitCode !== null) throw new Error(`serve did not get ready: ${log}`);
    await sleep(100);
  }
  const { out } = await installation.orgdex(
    'key',
    'create',
    '--account',
    'test',
    '--scope',
    'company:read',
    '--scope',
    'people:search',
  );
  return {
    base,
    key: out.trim(),
    log: () => log,
    /** Stops it the way an operator would; gives its exit code. */
    async stop(): Promise<number | null> {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'close');
      }
      return child.exitCode;
    },
  };
}
