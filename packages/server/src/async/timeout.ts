export class TimeoutError extends Error {}

const turns = 4;

/**
 * Calls back when a time is over, unless it is stopped before. The time is counted in short turns of the event loop: a
 * process that was busy itself counts one turn, however long it was, and reads what has arrived meanwhile.
 */
export function startTimeout(ms: number, onOut: () => void): { stop(): void } {
  let turnsLeft = turns;
  const timer = setTimeout(() => {
    turnsLeft -= 1;
    if (turnsLeft > 0) timer.refresh();
    else onOut();
  }, ms / turns);
  return { stop: () => clearTimeout(timer) };
}

/** Gives up on work that takes too long. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const patience = startTimeout(ms, () => reject(new TimeoutError(`No answer within ${ms} ms`)));
  work.then(resolve, reject).finally(() => patience.stop());
  return promise;
}
