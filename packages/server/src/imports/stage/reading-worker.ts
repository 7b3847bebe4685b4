import { parentPort, workerData } from 'node:worker_threads';
import { OperatorError } from '../../errors/failure.ts';
import type { FileFacts } from '../../ledger/imports/runs.ts';
import { type ReadingTask, type Step, stepsOf } from './steps.ts';

/** What the reading thread says. */
export type FromReader =
  | { step: Step }
  | { facts: FileFacts[] }
  | { error: { message: string; stack: string | undefined; byOperator: boolean } };

/** Reads the input in a thread of its own: a step for each time it is asked. */
async function read(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file is a thread, not a program.');
  const say = (message: FromReader, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let asked = 0;
  let wake = () => {};
  port.on('message', () => {
    asked += 1;
    wake();
  });
  try {
    const steps = stepsOf(workerData as ReadingTask);
    for (;;) {
      while (asked === 0) await new Promise<void>((resolve) => (wake = resolve));
      asked -= 1;
      const { done, value } = await steps.next();
      if (done) {
        say({ facts: value });
        break;
      }
      say(
        { step: value },
        Object.values(value.lines).map(({ buffer }) => buffer as ArrayBuffer),
      );
    }
  } catch (error) {
    const { message, stack } = error as Error;
    say({ error: { message, stack, byOperator: error instanceof OperatorError } });
  }
  port.close();
}

await read();
