import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Step } from './steps.ts';

/** The port to the thread that started this one. */
export function openParentPort(): MessagePort {
  if (!parentPort) throw new Error('This file must run as a worker thread.');
  return parentPort;
}

/** Each message requests one step. Returns a function that waits for the next request. */
export function openRequests(port: MessagePort): () => Promise<void> {
  let requested = 0;
  let wake = () => {};
  port.on('message', () => {
    requested += 1;
    wake();
  });
  return async () => {
    while (requested === 0) await new Promise<void>((resolve) => (wake = resolve));
    requested -= 1;
  };
}

/** What is moved to another thread instead of copied. */
export const buffersOf = ({ lines }: Step): ArrayBuffer[] =>
  Object.values(lines).map(({ buffer }) => buffer as ArrayBuffer);
