import { createHash } from 'node:crypto';
import { on, once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { fromThreadError } from '../../../core/errors/failure.ts';
import type { FileFacts } from '../../../stores/postgres/imports/runs.ts';
import type { ReaderName, ReadingTask } from '../input/reader.ts';
import type { Converted } from './converting-worker.ts';
import type { FromReader } from './reading-worker.ts';
import type { SplittingEnd } from './splitting-worker.ts';
import type { Step } from './steps.ts';

/** Below this size, starting a thread takes longer than reading the file. */
const minThreadBytes = 4 * 2 ** 20;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Steps requested in advance: one is staged while the next is read. */
const stepsAhead = 2;

/** Rows are short-lived: a young generation that holds those of a step is collected cheaply. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };

function startThread(name: string, workerData: object, transferList: MessagePort[] = []): Worker {
  // A thread starts with a young generation of 1 MB, and without this it may not grow.
  setFlagsFromString('--semi-space-growth-factor=2');
  const file = new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, { workerData, transferList, resourceLimits });
}

/** The same steps, read in a separate thread, so that reading and staging use one core each. */
async function* stepsOfThread(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const worker = startThread('reading-worker', task);
  try {
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>;
    for (let ahead = 0; ahead < stepsAhead; ahead += 1) worker.postMessage('next');
    for await (const [message] of messages) {
      if ('error' in message) throw fromThreadError(message.error);
      if ('facts' in message) return message.facts;
      yield message.step;
      worker.postMessage('next');
    }
    throw new Error('The thread that reads the files exited before the end of the input.');
  } finally {
    await worker.terminate();
  }
}

/** The same steps in the same order: one thread separates the rows, and several convert them in turn. */
async function* stepsOfLanes(task: ReadingTask, count: number): AsyncGenerator<Step, FileFacts[]> {
  // To collect as early as `orgdex` does otherwise costs several threads a seventh of their time, and saves 20 MB.
  setFlagsFromString('--heap-growing-percent=100');
  const channels = Array.from({ length: count }, () => new MessageChannel());
  const ports = channels.map(({ port1 }) => port1);
  const splitter = startThread('splitting-worker', { task, lanes: ports }, ports);
  const lanes = channels.map(({ port2: rows }) => startThread('converting-worker', { task, rows }, [rows]));
  try {
    const ended = once(splitter, 'message') as Promise<[SplittingEnd]>;
    // An error is thrown at the next await. Until then, this handler prevents an unhandled rejection.
    ended.catch(() => {});
    const arriving = lanes.map((lane) => on(lane, 'message') as AsyncIterator<[Converted]>);
    for (let ahead = 0; ahead < stepsAhead * count; ahead += 1) splitter.postMessage('next');
    for (let done = 0; ; done += 1) {
      const next = (arriving[done % count] as (typeof arriving)[number]).next();
      const end = await Promise.race([
        ended.then(([last]) => (last.steps === done ? last : undefined)),
        next.then(() => undefined),
      ]);
      if (end && 'error' in end) throw fromThreadError(end.error);
      if (end) return end.facts;
      const [converted] = (await next).value as [Converted];
      if ('error' in converted) throw fromThreadError(converted.error);
      yield converted.step;
      splitter.postMessage('next');
    }
  } finally {
    await Promise.all([splitter, ...lanes].map((thread) => thread.terminate()));
  }
}

/** The import is dynamic because the modules for reading are large, and this thread rarely needs them. */
async function* stepsOfThisThread(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const { stepsOf } = await import('./steps.ts');
  return yield* stepsOf(task);
}

/**
 * Reads the input in several threads, or in the main thread if it is small. Standard input is always read in the main
 * thread.
 */
export function readSteps(task: ReadingTask, lanes = 1): AsyncGenerator<Step, FileFacts[]> {
  const readsHere = task.files.includes('-') || task.files.every((file) => sizeOf(file) < minThreadBytes);
  if (readsHere) return stepsOfThisThread(task);
  return lanes > 1 ? stepsOfLanes(task, lanes) : stepsOfThread(task);
}

const here = import.meta.dirname;

/** The code that decides which record a row becomes. */
const folders = [
  here,
  join(here, '../input'),
  join(here, '../../../core'),
  join(here, '../../../knowledge/sources'),
  join(here, '../../../knowledge/rules'),
  dirname(createRequire(import.meta.url).resolve('@orgdex/contract')),
];
/** Names the versions of the libraries that the code uses. */
const manifest = join(here, '../../../../package.json');

/** All files below the folders, with their content. Tests decide nothing. */
export function hashFiles(paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const folder of paths) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(test\.ts|d\.ts|map)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) digest.update(`${file.slice(folder.length)}\n`).update(readFileSync(file));
  }
  return digest.digest('hex');
}

let ofCode: string | undefined;

/**
 * Identifies the rules by which this program turns a row of this input into a record: they are the same only if the code, its
 * libraries, Node and the options of the source are.
 */
export function readingRulesOf(reader: ReaderName): string {
  ofCode ??= `${hashFiles(folders)} ${readFileSync(manifest, 'utf8')} ${process.version}`;
  return createHash('sha256')
    .update(`${ofCode} ${JSON.stringify(reader)}`)
    .digest('hex')
    .slice(0, 32);
}
