import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { type Installation, program } from './installation.ts';
import { isAlive, until } from './worker-pool.ts';

/** The destination of a process's log. */
export interface LogTarget {
  /** The file descriptor that becomes its standard output. */
  readonly fd: number;
  /** Makes the log fail once the process serves. */
  breakNow(): Promise<void>;
  close(): void;
}

function openDevice(path: string): LogTarget {
  const fd = openSync(path, 'w');
  return { fd, breakNow: async () => {}, close: () => closeSync(fd) };
}

/** A full disk. */
export const openFullDisk = () => openDevice('/dev/full');

/** A real pipe: the pipes of a Node child process are sockets. */
function openPipe(folder: string) {
  const path = join(folder, 'log.fifo');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const fd = openSync(path, 'w');
  rmSync(path);
  return { reader, fd };
}

/** A pipe whose reader never reads: its buffer is 64 KiB. */
export function openUnreadPipe(folder: string): LogTarget {
  const { reader, fd } = openPipe(folder);
  // Fills the pipe, so that not even the first line fits.
  writeSync(fd, Buffer.alloc(65_536));
  return {
    fd,
    breakNow: async () => {},
    close: () => {
      closeSync(reader);
      closeSync(fd);
    },
  };
}

function hasRead(reader: number): boolean {
  try {
    return readSync(reader, Buffer.alloc(4096)) > 0;
  } catch {
    return false;
  }
}

/** A pipe whose reader reads a little and exits, like `head -3`. */
export function openClosedPipe(folder: string): LogTarget {
  const { reader, fd } = openPipe(folder);
  return {
    fd,
    async breakNow() {
      await until('something is logged', () => hasRead(reader));
      closeSync(reader);
    },
    close: () => closeSync(fd),
  };
}

/** A start takes a while on a busy machine. */
const startWithinMs = 120_000;

/** A process and all its descendants. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(familyOf)];
}

/** Starts a serving process with this standard output, and waits until it is ready. */
export async function serveInto(installation: Installation, target: LogTarget, ...args: string[]) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const settings = { PORT: String(port), METRICS_PORT: String(metricsPort), LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [program, 'serve', ...args], {
    env: { ...installation.env, ...settings },
    stdio: ['ignore', target.fd, 'inherit'],
  });
  const exited = once(child, 'exit');
  const get = (url: string, init: RequestInit = {}) => fetch(url, { ...init, signal: AbortSignal.timeout(5000) });
  const isReady = () =>
    get(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  let family = [child.pid as number];
  const refreshFamily = () => {
    family = familyOf(child.pid as number);
  };
  const living = () => family.filter(isAlive);
  const killAll = () => {
    for (const pid of living()) process.kill(pid, 'SIGKILL');
  };
  try {
    await until('the server is ready', isReady, startWithinMs);
    await target.breakNow();
  } catch (error) {
    refreshFamily();
    killAll();
    throw error;
  }
  return {
    pid: child.pid as number,
    port,
    exited,
    living,
    family: () => family,
    refreshFamily,
    killAll,
    get: (path: string, init?: RequestInit) => get(`http://127.0.0.1:${port}${path}`, init),
    readMetrics: async () => (await get(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
  };
}
