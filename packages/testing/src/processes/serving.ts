import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import type { Installation } from './installation.ts';

/** Undefined if the server is ready, or what it says instead. */
const whyNotReady = (base: string): Promise<string | undefined> =>
  fetch(`${base}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    async (response) => (response.status === 200 ? undefined : response.text()),
    String,
  );

/** Ten per second; a busy machine needs many. */
const startTries = 900;

interface ProcessOptions {
  settings?: Record<string, string>;
  /** Arguments of `orgdex serve`. */
  args?: readonly string[];
}

/** Starts a serving process of an installation, and waits until it is ready. */
export async function startProcess(installation: Installation, { settings = {}, args = [] }: ProcessOptions = {}) {
  const [port, metricsPort] = [settings.PORT ?? (await freePort()), settings.METRICS_PORT ?? (await freePort())].map(
    Number,
  );
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
  const child = installation.startWith({ ...settings, ...ports }, 'serve', ...args);
  const closed = once(child, 'close');
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (log += text));
  const base = `http://127.0.0.1:${port}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!hasEnded()) child.kill(signal);
    await closed;
    return child.exitCode;
  }
  for (let tries = 0; ; tries += 1) {
    const reason = await whyNotReady(base);
    if (reason === undefined) break;
    if (tries > startTries || hasEnded()) {
      const ended = hasEnded() ? `ended with ${child.exitCode ?? child.signalCode}` : `is not ready: ${reason}`;
      await end('SIGKILL');
      throw new Error(`the server ${ended}\n${log}`);
    }
    await sleep(100);
  }
  return {
    base,
    pid: child.pid as number,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    log: () => log,
    /** Stops it as an operator would, and returns its exit status. */
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Starts a serving process of an installation, with a key for both operations. */
export async function startServing(installation: Installation) {
  const serving = await startProcess(installation);
  const scopes = ['--scope', 'company:read', '--scope', 'people:search'];
  const { out } = await installation.orgdex('key', 'create', '--account', 'test', '--create-account', ...scopes);
  return { ...serving, key: out.trim() };
}
