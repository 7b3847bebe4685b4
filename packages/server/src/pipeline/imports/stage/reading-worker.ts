import { workerData } from 'node:worker_threads';
import { type ThreadError, toThreadError } from '../../../core/errors/failure.ts';
import type { FileFacts } from '../../../stores/postgres/imports/runs.ts';
import type { ReadingTask } from '../input/reader.ts';
import { buffersOf, openParentPort, openRequests } from './step-requests.ts';
import { type Step, stepsOf } from './steps.ts';

/** The messages of the reading thread. */
export type FromReader = { step: Step } | { facts: FileFacts[] } | { error: ThreadError };

/** Reads the input in its own thread: one step per request. */
async function read(): Promise<void> {
  const port = openParentPort();
  const send = (message: FromReader, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const nextRequest = openRequests(port);
  try {
    const steps = stepsOf(workerData as ReadingTask);
    for (;;) {
      await nextRequest();
      const { done, value } = await steps.next();
      if (done) {
        send({ facts: value });
        break;
      }
      send({ step: value }, buffersOf(value));
    }
  } catch (error) {
    send({ error: toThreadError(error) });
  }
  port.close();
}

await read();
