import { on } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { OperatorError } from '../../errors/failure.ts';
import type { FileFacts } from '../../ledger/imports/runs.ts';
import type { FromReader } from './reading-worker.ts';
import type { ReadingTask, Step } from './steps.ts';

/** Below this a thread takes longer to start than the file takes to read. */
const worthAThreadBytes = 4 * 2 ** 20;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Steps that may be on their way at once: one is staged while the next is read. */
const stepsAhead = 2;

/** Rows live for a moment: a small place for young objects costs no time, and a large one would stay large. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** The same steps, read by a thread of its own, so that reading and staging use a core each. */
async function* stepsOfThread(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), { workerData: task, resourceLimits });
  try {
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>;
    for (let ahead = 0; ahead < stepsAhead; ahead += 1) worker.postMessage('next');
    for await (const [said] of messages) {
      if ('error' in said) throw toError(said.error);
      if ('facts' in said) return said.facts;
      yield said.step;
      worker.postMessage('next');
    }
    throw new Error('The reading thread ended before the input did.');
  } finally {
    await worker.terminate();
  }
}

function toError({ message, stack, byOperator }: { message: string; stack: string | undefined; byOperator: boolean }) {
  return byOperator ? new OperatorError(message) : Object.assign(new Error(message), { stack });
}

/** Loaded only where this thread reads itself: what reading needs is large. */
async function* stepsOfThisThread(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const { stepsOf } = await import('./steps.ts');
  return yield* stepsOf(task);
}

/** Reads the input, in a thread of its own where that is worth it; standard input belongs to the first thread. */
export function readSteps(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const alone = task.files.includes('-') || task.files.every((file) => sizeOf(file) < worthAThreadBytes);
  return alone ? stepsOfThisThread(task) : stepsOfThread(task);
}
