import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of buffers that are still referenced. */
export function heldBytes(): number {
  // Buffers are freed by another thread, for which the next collection waits.
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
