import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { flushLog } from './log-output.ts';

const sweepEveryMs = 50;

/** Every process stops within ten seconds; a primary waits a little longer than its workers may take. */
export const stopTimeouts = { cutConnectionsMs: 8000, workerMs: 8500, killWorkersMs: 9000, processMs: 9500 } as const;

/** Stops accepting connections, completes requests in progress, and closes each socket once it is idle. */
export async function stopServer(app: FastifyInstance): Promise<void> {
  // `close` alone would wait for sockets that become idle after it has checked them.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs);
  const cut = setTimeout(() => app.server.closeAllConnections(), stopTimeouts.cutConnectionsMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

type Grace = ReturnType<typeof closeWithGrace>;

/** What a process does when it gets a stop signal. */
export interface Stopping {
  /** Announces that it will stop, and continues to serve. */
  drain(): void;
  stop(): Promise<void>;
}

/** A terminal sends these to every process in it. */
const terminalSignals = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

const closing =
  (log: Logger, { drain, stop }: Stopping, drainMs = 0): closeWithGrace.CloseWithGraceAsyncCallback =>
  async ({ signal, err }) => {
    if (err) log.fatal({ name: err.name, message: err.message, stack: err.stack }, 'stopping after an error');
    else if (signal === 'SIGTERM' && drainMs > 0) {
      log.info({ signal, drainMs }, 'draining: not ready, but still serving');
      drain();
      await new Promise((resolve) => void setTimeout(resolve, drainMs));
      log.info('stopping');
    } else log.info({ signal }, 'stopping');
    await stop();
    await flushLog(log);
  };

/**
 * On a signal or a fatal error: calls `stop`, then exits, within ten seconds in any case. On SIGTERM, which orchestrators
 * send, it drains before.
 */
export function stopOnSignals(log: Logger, stopping: Stopping, drainMs = 0): Grace {
  return closeWithGrace({ delay: drainMs + stopTimeouts.processMs }, closing(log, stopping, drainMs));
}

/** The same for a worker, which its primary stops instead of the terminal. Returns the function that stops it. */
export function stopOnMessage(log: Logger, { drain, stop }: Stopping): () => void {
  // An error starts the shutdown too; a later request to stop must not restart it.
  let isClosing = false;
  const closeOnce = closing(log, {
    drain,
    stop() {
      isClosing = true;
      return stop();
    },
  });
  const grace = closeWithGrace({ delay: stopTimeouts.workerMs, skip: ['SIGTERM', ...terminalSignals] }, closeOnce);
  const requestStop = () => {
    if (!isClosing) grace.close();
  };
  for (const signal of terminalSignals) process.on(signal, () => {});
  process.on('SIGTERM', requestStop);
  return requestStop;
}
