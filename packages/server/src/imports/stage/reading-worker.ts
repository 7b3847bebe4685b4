import { parentPort, workerData } from 'node:worker_threads';
import { OperatorError } from '../../errors/failure.ts';
import type { FileFacts } from '../../ledger/imports/runs.ts';
import { type ReadingTask, type Step, stepsOf } from './steps.ts';

/** The messages of the reading thread. */
export type FromReader =
  | { step: Step }
  | { facts: FileFacts[] }
  | { error: { message: string; stack: string | undefined; byOperator: boolean } };

/** Reads the input in its own thread: one step per request. */
async function read(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file must run as a worker thread.');
  const send = (message: FromReader, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let requested = 0;
  let wake = () => {};
  port.on('message', () => {
    requested += 1;
    wake();
  });
  try {
    const steps = stepsOf(workerData as ReadingTask);
    for (;;) {
      while (requested === 0) await new Promise<void>((resolve) => (wake = resolve));
      requested -= 1;
      const { done, value } = await steps.next();
      if (done) {
        send({ facts: value });
        break;
      }
      send(
        { step: value },
        Object.values(value.lines).map(({ buffer }) => buffer as ArrayBuffer),
      );
    }
  } catch (error) {
    const { message, stack } = error as Error;
    send({ error: { message, stack, byOperator: error instanceof OperatorError } });
  }
  port.close();
}

await read();
