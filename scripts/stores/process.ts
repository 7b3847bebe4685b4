import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type RunOptions = {
  uid?: number;
  gid?: number;
  cwd?: string;
  env?: Record<string, string | undefined>;
  input?: string;
  /** Shows the output as it comes instead of keeping it. */
  show?: boolean;
};

type RunResult = { code: number; output: string };

export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { input, show, ...rest } = options;
  const out = show ? 'inherit' : 'pipe';
  return new Promise((done) => {
    const child = spawn(command, args, { ...rest, stdio: [input === undefined ? 'ignore' : 'pipe', out, out] });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', (error) => done({ code: 127, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
    // A program that fails at once closes its input before it is written.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

export async function runOrThrow(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  throw new Problems([`${command} ${args.join(' ')} failed (exit ${code})\n${lastLines(output)}`]);
}

/** Every program of this name on PATH, first one first. */
export function programsOnPath(name: string): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
}

export function readPid(file: string): number | undefined {
  const text = readText(file)?.split('\n')[0]?.trim() ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** A pid file may outlive its process and the number be given to another: only a process of this folder is ours. */
export function isProcessOf(pid: number, folder: string): boolean {
  const words = commandOf(pid);
  const within = (path: string) => path === folder || path.startsWith(`${folder}/`);
  return words.some(within) || within(workingFolderOf(pid));
}

/** The words of a running process's command line; none when it is gone. */
const commandOf = (pid: number) => (readText(`/proc/${pid}/cmdline`) ?? '').split('\0').filter(Boolean);

function workingFolderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Sends one signal after the other, each with a minute to take effect, until the process is gone. */
export async function stopProcess(isRunning: () => number | undefined, signals: readonly NodeJS.Signals[]) {
  for (const signal of signals) {
    const pid = isRunning();
    if (pid === undefined) return;
    process.kill(pid, signal);
    if (await waitUntil(() => isRunning() === undefined, 60_000)) return;
  }
  throw new Problems([`process ${isRunning()} did not stop`]);
}

export async function waitUntil(check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (!(await check())) {
    if (Date.now() > end) return false;
    await sleep(100);
  }
  return true;
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

function lastLines(text: string, count = 20): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

export const tailOf = (file: string) => lastLines(readText(file) ?? '');

/** What keeps the stores from starting or stopping: everything that was found wrong, said at once. */
export class Problems extends Error {
  readonly list: readonly string[];

  constructor(list: readonly string[]) {
    super(list.join('\n'));
    this.name = 'Problems';
    this.list = list;
  }
}

export function throwIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new Problems(problems);
}

/** Two starts at once would both find nothing running: the second waits for the first. */
export async function withLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(join(home, 'stores'), { recursive: true });
  const file = join(home, 'stores', 'lock');
  if (!(await waitUntil(() => take(file), 600_000))) {
    throw new Problems([`another stores command (process ${readPid(file)}) holds ${file} for ten minutes`]);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch {
    const holder = readPid(file);
    const isHeld = holder === undefined || commandOf(holder).some((word) => word.endsWith('stores.ts'));
    if (!isHeld) rmSync(file, { force: true });
    return false;
  }
}
