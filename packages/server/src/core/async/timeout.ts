export class TimeoutError extends Error {}

const ticks = 4;

/**
 * Calls back after `ms`, unless it is stopped before. The time is counted in short ticks of the event loop: if the
 * process itself was busy, that counts as one tick, however long it was, and the process first reads what has arrived.
 */
export function startTimeout(ms: number, onOut: () => void): { stop(): void } {
  let ticksLeft = ticks;
  const timer = setTimeout(() => {
    ticksLeft -= 1;
    if (ticksLeft > 0) timer.refresh();
    else onOut();
  }, ms / ticks);
  return { stop: () => clearTimeout(timer) };
}

/** Rejects with a TimeoutError if the work takes longer than `ms`. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timeout = startTimeout(ms, () => reject(new TimeoutError(`No response within ${ms} ms`)));
  work.then(resolve, reject).finally(() => timeout.stop());
  return promise;
}
