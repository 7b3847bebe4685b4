import { freePort } from '../../packages/testing/src/processes/free-port.ts';
import { checkAnswers, expectThat, keyIn, keyOptions, secondsSince, waitUntilReady } from './answers.ts';
import { image, type Podman } from './podman.ts';
import { openTrialStores } from './trial-stores.ts';

/** Of the volume and of the container. */
const name = 'orgdex-image-try';

/** As an orchestrator with strict rules starts a container: nothing can be written except to the volume. */
const strict = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--user=1000:1000',
];

async function removeAll(podman: Podman): Promise<void> {
  await podman.attempt('rm', '--force', name);
  await podman.attempt('volume', 'rm', '--force', name);
}

async function stop(podman: Podman): Promise<void> {
  const start = performance.now();
  await podman.run(['stop', '--time=15', name]);
  const stopped = secondsSince(start);
  const status = (await podman.run(['inspect', '--format', '{{.State.ExitCode}}', name])).trim();
  expectThat(`the server exits with status 0 after SIGTERM (status ${status}, ${stopped})`, status === '0');
}

/** Migrates, loads demo data, serves, answers and stops, all in containers, with the running stores. */
export async function tryImage(podman: Podman): Promise<void> {
  const stores = await openTrialStores();
  const [port, metrics] = [await freePort(), await freePort()];
  const settings = { ...stores.settings, PORT: port, METRICS_PORT: metrics };
  const env = Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`);
  const common = ['--network=host', ...strict, `--volume=${name}:/data`, ...env];
  const orgdex = (...args: string[]) => podman.run(['run', '--rm', ...common, image, ...args]);
  const base = `http://127.0.0.1:${port}`;
  try {
    await removeAll(podman);
    await orgdex('migrate');
    await orgdex('demo', '--companies=50', '--people=200');
    const key = keyIn(await orgdex('key', 'create', ...keyOptions));
    // No collector is there, but everything that traces need is loaded.
    const traced = '--env=OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9';
    await podman.run(['run', '--detach', `--name=${name}`, ...common, traced, image, 'serve']);
    console.log(`ready after ${await waitUntilReady(base)}`);
    await checkAnswers(base, key);
    expectThat('the health check passes', (await podman.attempt('healthcheck', 'run', name)).code === 0);
    await stop(podman);
  } catch (error) {
    const { code, output } = await podman.attempt('logs', '--tail=20', name);
    if (code === 0) console.error(output);
    throw error;
  } finally {
    await removeAll(podman);
    await stores.close();
  }
}
