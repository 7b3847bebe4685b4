import { type MessagePort, workerData } from 'node:worker_threads';
import { type ThreadError, toThreadError } from '../../../core/errors/failure.ts';
import type { ReadingTask } from '../input/reader.ts';
import type { RawRows } from './raw-rows.ts';
import { buffersOf, openParentPort } from './step-requests.ts';
import { openConverter, type Step } from './steps.ts';

/** What the thread needs: the input, and the port on which the rows arrive. */
export interface ConvertingData {
  task: ReadingTask;
  rows: MessagePort;
}

export type Converted = { step: Step } | { error: ThreadError };

/** Converts the rows that arrive. */
function convert(): void {
  const port = openParentPort();
  const { task, rows } = workerData as ConvertingData;
  const toStep = openConverter(task);
  rows.on('message', (raw: RawRows) => {
    try {
      const step = toStep(raw);
      if (step) port.postMessage({ step } satisfies Converted, buffersOf(step));
    } catch (error) {
      port.postMessage({ error: toThreadError(error) } satisfies Converted);
    }
  });
}

convert();
