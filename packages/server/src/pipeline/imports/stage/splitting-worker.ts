import { type MessagePort, workerData } from 'node:worker_threads';
import { type ThreadError, toThreadError } from '../../../core/errors/failure.ts';
import type { FileFacts } from '../../../stores/postgres/imports/runs.ts';
import type { ReadingTask } from '../input/reader.ts';
import { rawRowsOf } from './raw-rows.ts';
import { openParentPort, openRequests } from './step-requests.ts';

/** What the thread needs: the input, and a port to each thread that converts rows. */
export interface SplittingData {
  task: ReadingTask;
  lanes: MessagePort[];
}

/** The only message of the thread: how many steps there are, then how the input ended. */
export type SplittingEnd = { steps: number } & ({ facts: FileFacts[] } | { error: ThreadError });

/** Separates the rows of the input: one step per request. The lanes get the steps in turn. */
async function split(): Promise<void> {
  const port = openParentPort();
  const { task, lanes } = workerData as SplittingData;
  const nextRequest = openRequests(port);
  let steps = 0;
  const end = (how: { facts: FileFacts[] } | { error: ThreadError }) => port.postMessage({ steps, ...how });
  try {
    const raw = rawRowsOf(task);
    for (let isNewStep = true; ; ) {
      if (isNewStep) await nextRequest();
      const { done, value } = await raw.next();
      if (done) {
        end({ facts: value });
        break;
      }
      (lanes[steps % lanes.length] as MessagePort).postMessage(value);
      isNewStep = value.endsStep;
      if (isNewStep) steps += 1;
    }
  } catch (error) {
    end({ error: toThreadError(error) });
  }
  for (const lane of lanes) lane.close();
  port.close();
}

await split();
