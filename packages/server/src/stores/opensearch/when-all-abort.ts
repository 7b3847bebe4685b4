/** Fires when all of these have fired; undefined if one of them never will. */
export function whenAllAbort(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const known = signals.filter((signal) => signal !== undefined);
  if (known.length < signals.length) return undefined;
  const [first] = known;
  if (known.length === 1) return first;
  const controller = new AbortController();
  const check = () => {
    if (known.every(({ aborted }) => aborted)) controller.abort();
  };
  for (const signal of known) signal.addEventListener('abort', check, { once: true });
  check();
  return controller.signal;
}
