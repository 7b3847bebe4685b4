import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The yente program and its settings. */
export interface Installed {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
}

/** The log goes to a file, so that no process has to read a pipe. */
function start({ program, env, log }: Installed, command: string) {
  const out = openSync(log, 'w');
  const child = spawn(program, [command], { env, stdio: ['ignore', out, out] });
  closeSync(out);
  let problem = '';
  child.once('error', ({ message }) => (problem = message));
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.off('exit', endWithUs));
  return { child, said: () => `${problem}${readFileSync(log, 'utf8').slice(-1000)}` };
}

/** Runs a command and waits until it exits. */
export async function runToEnd(installed: Installed, command: string): Promise<void> {
  const { child, said } = start(installed, command);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`yente ${command} exited with code ${code}: ${said()}`);
}

const startMs = 180_000;
const isReady = (base: string) =>
  fetch(`${base}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts the server and waits until it is ready. */
export async function serve(installed: Installed, base: string): Promise<ChildProcess> {
  const { child, said } = start(installed, 'serve');
  for (const end = Date.now() + startMs; !(await isReady(base)); await sleep(200)) {
    if (child.exitCode === null && Date.now() < end) continue;
    await stop(child);
    throw new Error(`yente serve does not respond: ${said()}`);
  }
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
