import { on } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { OperatorError } from '../../errors/failure.ts';
import type { FileFacts } from '../../ledger/imports/runs.ts';
import type { FromReader } from './reading-worker.ts';
import type { ReadingTask, Step } from './steps.ts';

/** Below this size, starting a thread takes longer than reading the file. */
const minThreadBytes = 4 * 2 ** 20;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Steps requested in advance: one is staged while the next is read. */
const stepsAhead = 2;

/** Rows are short-lived: a small young generation costs no time, and a large one would stay large. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** The same steps, read in a separate thread, so that reading and staging use one core each. */
async function* stepsOfThread(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), { workerData: task, resourceLimits });
  try {
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>;
    for (let ahead = 0; ahead < stepsAhead; ahead += 1) worker.postMessage('next');
    for await (const [message] of messages) {
      if ('error' in message) throw toError(message.error);
      if ('facts' in message) return message.facts;
      yield message.step;
      worker.postMessage('next');
    }
    throw new Error('The thread that reads the files exited before the end of the input.');
  } finally {
    await worker.terminate();
  }
}

function toError({ message, stack, byOperator }: { message: string; stack: string | undefined; byOperator: boolean }) {
  return byOperator ? new OperatorError(message) : Object.assign(new Error(message), { stack });
}

/** The import is dynamic because the modules for reading are large, and this thread rarely needs them. */
async function* stepsOfThisThread(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const { stepsOf } = await import('./steps.ts');
  return yield* stepsOf(task);
}

/** Reads the input, in a separate thread if it is large enough. Standard input is always read in the main thread. */
export function readSteps(task: ReadingTask): AsyncGenerator<Step, FileFacts[]> {
  const readsHere = task.files.includes('-') || task.files.every((file) => sizeOf(file) < minThreadBytes);
  return readsHere ? stepsOfThisThread(task) : stepsOfThread(task);
}
