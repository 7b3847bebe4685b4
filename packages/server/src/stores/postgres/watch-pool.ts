import type pg from 'pg';
import { observeCall, type StoreOutcome, type StoreWatch } from '../../core/async/store-calls.ts';
import { isUnreachable } from './connection-errors.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/** Classes of PostgreSQL errors that a statement does not cause: resources, operator, system, internal. */
const serverErrors = /^(?:53|57|58|XX)/;

function outcomeOfError(error: unknown): StoreOutcome {
  const { code = '' } = (error ?? {}) as { code?: string };
  return isUnreachable(error) || serverErrors.test(code) ? 'error' : 'rejected';
}

/** The first word of a statement: SELECT, INSERT, BEGIN. Never more, because the rest may contain values. */
function operationOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text;
  return /[a-z]+/i.exec(text ?? '')?.[0].toUpperCase() ?? 'QUERY';
}

/** The driver calls itself with a callback, and streams return no promise. */
const isPlain = (args: readonly unknown[]): boolean =>
  typeof args.at(-1) === 'function' || typeof (args[0] as { submit?: unknown })?.submit === 'function';

function watchQueries(on: { query: Call }, watch: StoreWatch): void {
  const query = on.query.bind(on);
  on.query = (...args) => {
    if (isPlain(args)) return query(...args);
    const work = () => observeCall(watch, { store: 'postgresql', work: () => query(...args), outcomeOfError });
    return watch.trace('postgresql', operationOf(args[0]), work);
  };
}

/** Only failures count: a connection that is ready at once says nothing about the latency of PostgreSQL. */
function watchConnecting(on: { connect: Call }, watch: StoreWatch): void {
  const connect = on.connect.bind(on);
  on.connect = (...args) => {
    if (isPlain(args)) return connect(...args);
    const began = performance.now();
    return connect().catch((error: unknown) => {
      watch.observe('postgresql', 'error', performance.now() - began);
      throw error;
    });
  };
}

/** Watches the queries of a pool, and those of the transactions on its connections. */
export function watchPool(pool: pg.Pool, watch: StoreWatch): void {
  watchQueries(pool as unknown as { query: Call }, watch);
  watchConnecting(pool as unknown as { connect: Call }, watch);
  pool.on('connect', (client) => watchQueries(client as unknown as { query: Call }, watch));
}
