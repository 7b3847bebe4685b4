import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../packages/testing/src/processes/free-port.ts';
import { Problems, runOrThrow, waitUntil } from '../stores/process.ts';
import { checkAnswers, keyIn, keyOptions, secondsSince, waitUntilReady } from './answers.ts';
import type { Podman } from './podman.ts';

const root = join(import.meta.dirname, '../..');
const project = 'orgdex-image-try';
const podmanCompose = 'podman-compose==1.6.0';
const stores = ['postgres', 'redis', 'opensearch'];
const healthyMs = 180_000;

/** Limits that a machine allows on which containers may not raise theirs. */
const override = `services:
  opensearch:
    ulimits:
      memlock: { soft: 65536, hard: 65536 }
      nofile: { soft: 4096, hard: 4096 }
      nproc: { soft: 4096, hard: 4096 }
`;

/** podman-compose with compose.yaml, installed in this folder. */
async function openCompose(podman: Podman, folder: string, port: number) {
  const venv = join(folder, 'venv');
  if (!existsSync(join(venv, 'bin/podman-compose'))) {
    await runOrThrow('python3', ['-m', 'venv', venv]);
    await runOrThrow(join(venv, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', podmanCompose]);
  }
  const lower = join(folder, 'compose.override.yaml');
  writeFileSync(lower, override);
  const files = ['--file', join(root, 'compose.yaml'), '--file', lower, '--project-name', project];
  const env = { ...podman.env, ORGDEX_PORT: String(port) };
  return (...args: string[]) => runOrThrow(join(venv, 'bin/podman-compose'), [...files, ...args], { env, cwd: root });
}

/** Runs health checks itself: podman leaves that to systemd, which may not run. */
async function waitUntilHealthy(podman: Podman, service: string): Promise<void> {
  const isHealthy = async () => (await podman.attempt('healthcheck', 'run', `${project}_${service}_1`)).code === 0;
  if (await waitUntil(isHealthy, healthyMs)) return;
  const { output } = await podman.attempt('logs', '--tail=20', `${project}_${service}_1`);
  throw new Problems([`${service} is not healthy after ${healthyMs / 1000} s\n${output}`]);
}

/** Starts everything in compose.yaml, sends requests, and removes it with its volumes. */
export async function tryCompose(podman: Podman, folder: string): Promise<void> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const compose = await openCompose(podman, folder, port);
  const start = performance.now();
  try {
    await compose('up', '--detach', '--no-build', ...stores);
    for (const service of stores) await waitUntilHealthy(podman, service);
    console.log(`compose: the stores are healthy after ${secondsSince(start)}`);
    await compose('run', '--rm', '--no-deps', 'migrate');
    await compose('up', '--detach', '--no-build', '--no-deps', 'serve');
    await waitUntilReady(base);
    console.log(`compose: the server is ready after ${secondsSince(start)}`);
    await compose('run', '--rm', '--no-deps', 'serve', 'demo', '--companies=50', '--people=200');
    await checkAnswers(base, keyIn(await compose('run', '--rm', '--no-deps', 'serve', 'key', 'create', ...keyOptions)));
  } finally {
    await compose('down', '--volumes', '--timeout=15');
  }
}
