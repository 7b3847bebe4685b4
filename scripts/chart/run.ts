import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../packages/testing/src/processes/free-port.ts';
import { checkAnswers, keyIn, keyOptions, secondsSince, waitUntilReady } from '../image/answers.ts';
import { image, openPodman, type Podman } from '../image/podman.ts';
import { openTrialStores } from '../image/trial-stores.ts';
import { runOrThrow } from '../stores/process.ts';

const folder = join(import.meta.dirname, '../../.orgdex/image');
const manifest = join(folder, 'chart.yaml');
const release = 'orgdex-chart-try';
/** The names that podman gives to the only pod and its container. */
const pod = `${release}-pod-0`;
const container = `${pod}-serve`;

const secretNames = ['database', 'opensearch', 'redis', 'installation'];

type TrialStores = Awaited<ReturnType<typeof openTrialStores>>;

/** The secrets that an operator creates before installing the chart. */
function secretsOf({ settings }: TrialStores, secret: string) {
  return {
    database: { url: settings.DATABASE_URL },
    opensearch: { url: settings.OPENSEARCH_URL },
    redis: { url: settings.REDIS_URL },
    installation: { secret },
  };
}

/** The name of a secret, and of the volume that podman makes from it. */
const nameOf = (store: string) => `${release}-${store}`;

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

function toManifest([store, values]: [string, Record<string, string>]): string {
  const data = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, toBase64(value)]));
  return `---\n${JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: nameOf(store) }, data })}\n`;
}

/** Podman 4 mounts the values of a secret in base64, as they are in the manifest. A cluster mounts them decoded. */
async function decodeSecrets(podman: Podman, secrets: Record<string, Record<string, string>>): Promise<void> {
  for (const [store, values] of Object.entries(secrets)) {
    const path = (await podman.run(['volume', 'inspect', '--format={{.Mountpoint}}', nameOf(store)])).trim();
    for (const [key, value] of Object.entries(values)) writeFileSync(join(path, key), value);
  }
}

/** Podman would remove an init container as soon as it ends, which fails if the machine is busy. */
const keepInitContainers = "  annotations: { io.podman.annotations.init.container.type: 'always' }\n";

/** What podman needs differently: no ports, because it rejects them on the network of the host. */
const toPodman = (deployment: string): string =>
  deployment.replace('\nmetadata:\n', `\nmetadata:\n${keepInitContainers}`).replace(/^ +ports:\n(?: +- .*\n)+/m, '');

/** The server of the chart. Podman has no jobs, services and policies. */
async function renderServer(chart: string, valuesFile: string, stores: TrialStores, port: number): Promise<string> {
  const ports = { PORT: port, METRICS_PORT: await freePort() };
  const values = {
    image: { repository: image, tag: 'latest', pullPolicy: 'Never' },
    replicas: 1,
    secrets: Object.fromEntries(secretNames.map((store) => [store, { name: nameOf(store) }])),
    settings: { ORGDEX_INDEX_PREFIX: stores.settings.ORGDEX_INDEX_PREFIX },
    // On the network of the host, where other servers may use the ports of the chart.
    extraEnv: Object.entries(ports).map(([name, value]) => ({ name, value: String(value) })),
  };
  const own = join(folder, 'values.json');
  writeFileSync(own, JSON.stringify(values));
  const args = [
    'template',
    release,
    chart,
    '--values',
    valuesFile,
    '--values',
    own,
    '--show-only=templates/serve.yaml',
  ];
  const output = await runOrThrow('helm', args);
  return toPodman(output.slice(output.indexOf('---\n')));
}

/** Runs commands of the image with the secret of the installation. */
function commandsOf(podman: Podman, { settings }: TrialStores, secret: string) {
  const file = join(folder, 'secret');
  writeFileSync(file, secret);
  const env = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
  const options = ['--rm', '--network=host', `--volume=${file}:/data/secret:ro`, ...env];
  return (...args: string[]) => podman.run(['run', ...options, image, ...args]);
}

async function removeAll(podman: Podman): Promise<void> {
  await podman.attempt('pod', 'rm', '--force', pod);
  for (const name of secretNames.map(nameOf)) {
    await podman.attempt('secret', 'rm', name);
    await podman.attempt('volume', 'rm', name);
  }
  rmSync(manifest, { force: true });
}

/** Starts the server that the chart describes, with the running stores, and sends requests to it. */
export async function runChart(chart: string, valuesFile: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const podman = await openPodman(folder, false);
  const stores = await openTrialStores();
  const port = await freePort();
  const secret = `1 ${randomBytes(32).toString('hex')}\n`;
  try {
    await removeAll(podman);
    const server = await renderServer(chart, valuesFile, stores, port);
    const documents = Object.entries(secretsOf(stores, secret)).map(toManifest);
    writeFileSync(manifest, documents.join('') + server);
    // What the hook and an operator do first.
    const orgdex = commandsOf(podman, stores, secret);
    await orgdex('migrate');
    await orgdex('demo', '--companies=50', '--people=200');
    const key = keyIn(await orgdex('key', 'create', ...keyOptions));
    await podman.run(['kube', 'play', '--network=host', '--start=false', manifest]);
    await decodeSecrets(podman, secretsOf(stores, secret));
    await podman.run(['pod', 'start', pod]);
    console.log(`the server of the chart is ready after ${await waitUntilReady(`http://127.0.0.1:${port}`)}`);
    await checkAnswers(`http://127.0.0.1:${port}`, key);
    const start = performance.now();
    await podman.run(['pod', 'stop', '--time=15', pod]);
    console.log(`stopped after ${secondsSince(start)}`);
  } catch (error) {
    console.error((await podman.attempt('logs', '--tail=20', container)).output);
    throw error;
  } finally {
    await removeAll(podman);
    await stores.close();
  }
}
