import type { KeyObject } from 'node:crypto';
import { adminPage, type Endpoint } from '@orgdex/contract';
import type { FastifyInstance } from 'fastify';
import { Failure, OperatorProblem } from '../../core/errors/failure.ts';
import { type RecordAudit, recordAuditAs } from '../access/audit.ts';
import { queryDatabase } from '../access/query-database.ts';
import { type Input, type Output, serve } from './serve-endpoint.ts';

/** Who calls an operation of the operator. */
export interface Operator {
  /** As the audit log names them. */
  readonly actor: string;
  readonly recordAudit: RecordAudit;
}

type Work<E extends Endpoint> = (input: Input<E>, operator: Operator) => Promise<Output<E>>;

type Follow<E extends Endpoint> = (done: Output<E>) => Promise<Output<E>>;

/** Registers the operations of the operator. */
export interface AdminEndpoints {
  /** One that takes at most this long; without a limit, as long as a lookup in the database may take. */
  serve<E extends Endpoint>(endpoint: E, work: Work<E>, withinMs?: number): void;
  /** One that changes companies or people. What follows the change does not keep other changes waiting. */
  serveWrite<E extends Endpoint>(endpoint: E, work: Work<E>, follow?: Follow<E>): void;
}

/** How long a change waits for an import that is writing: the longest batches take a few seconds. */
export const lockWaitMs = 6000;
/** How long it waits for its turn in this process, and how long it may take altogether. */
const turnMs = 8000;
const writeMs = 20_000;

/** What the command line explains to the operator is a problem here. */
function toProblem(error: unknown): unknown {
  if (!(error instanceof OperatorProblem)) return error;
  const { problem, message, param } = error;
  return new Failure(problem, { message, ...(param !== undefined && { param }) });
}

const explained = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw toProblem(error);
  });

/** Changes take turns: all of them need the same lock, and each that waits for it would hold a connection. */
function openTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + turnMs;
    const turn = last.then(() => {
      if (performance.now() > until) throw new Failure('writes_busy', { retryAfter: 2 });
      return work();
    });
    last = turn.catch(() => {});
    return turn;
  };
}

export function openAdminEndpoints(app: FastifyInstance, { auditKey }: { auditKey: KeyObject }): AdminEndpoints {
  const inTurn = openTurns();
  const serveWithin = <E extends Endpoint>(endpoint: E, work: Work<E>, withinMs?: number) =>
    serve(app, endpoint, async (input, { key }) => {
      const actor = `key:${key}`;
      const operator = { actor, recordAudit: recordAuditAs(auditKey, actor) };
      return { body: await queryDatabase(() => explained(() => work(input, operator)), withinMs) };
    });
  return {
    serve: serveWithin,
    serveWrite: (endpoint, work, follow = async (done) => done) =>
      serveWithin(endpoint, async (input, operator) => follow(await inTurn(() => work(input, operator))), writeMs),
  };
}

/** How many items a page has. */
export const sizeOf = (sent: string | undefined): number => Number(sent ?? adminPage.defaultSize);
