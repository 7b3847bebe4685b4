export class OutOfPatience extends Error {}

/**
 * Gives up on work that takes too long. The time is counted in short turns of the event loop: a process that was busy
 * itself counts one turn, however long it was, and reads what has arrived meanwhile.
 */
export function withPatience<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let turnsLeft = 4;
  const timer = setTimeout(() => {
    turnsLeft -= 1;
    if (turnsLeft > 0) timer.refresh();
    else reject(new OutOfPatience(`No answer within ${ms} ms`));
  }, ms / turnsLeft);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
