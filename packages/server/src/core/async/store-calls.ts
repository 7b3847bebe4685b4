export type Store = 'postgresql' | 'redis' | 'opensearch';

/** `rejected`: the store responded that the request is wrong; `error`: it is unavailable, overloaded or too slow. */
export type StoreOutcome = 'ok' | 'rejected' | 'error';

/** What happens with each call to a store. */
export interface StoreWatch {
  /** Called at the end of each call. One call may serve several requests. */
  observe(store: Store, outcome: StoreOutcome, ms: number): void;
  /** Runs what one request needs of a store, as a part of its trace. */
  trace<T>(store: Store, operation: string, work: () => Promise<T>): Promise<T>;
}

/** Nothing is measured. */
export const unwatched: StoreWatch = { observe: () => {}, trace: (_store, _operation, work) => work() };

interface StoreCall<T> {
  readonly store: Store;
  work(): Promise<T>;
  /** Absent: every result is ok. */
  outcomeOf?(result: T): StoreOutcome;
  /** Absent: every exception is an error. */
  outcomeOfError?(error: unknown): StoreOutcome;
}

/** Makes one call and measures it. */
export async function observeCall<T>({ observe }: StoreWatch, call: StoreCall<T>): Promise<T> {
  const { store, work, outcomeOf, outcomeOfError } = call;
  const began = performance.now();
  try {
    const result = await work();
    observe(store, outcomeOf?.(result) ?? 'ok', performance.now() - began);
    return result;
  } catch (error) {
    observe(store, outcomeOfError?.(error) ?? 'error', performance.now() - began);
    throw error;
  }
}
