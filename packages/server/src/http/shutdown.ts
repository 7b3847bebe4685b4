import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { flushLog } from './logger.ts';

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

/** A terminal sends these to every process in it. */
const terminalSignals = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

const closing =
  (log: Logger, stop: () => Promise<void>): closeWithGrace.CloseWithGraceAsyncCallback =>
  async ({ signal, err }) => {
    if (err) log.fatal({ name: err.name, message: err.message, stack: err.stack }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await stop();
    await flushLog(log);
  };

/** On a signal or a fatal error: calls `stop`, then exits, within ten seconds in any case. */
export function stopOnSignals(log: Logger, stop: () => Promise<void>): Grace {
  return closeWithGrace({ delay: stopTimeouts.processMs }, closing(log, stop));
}

/** The same for a worker, which its primary stops instead of the terminal. Returns the function that stops it. */
export function stopOnMessage(log: Logger, stop: () => Promise<void>): () => void {
  // An error starts the shutdown too; a later request to stop must not restart it.
  let isClosing = false;
  const closeOnce = closing(log, () => {
    isClosing = true;
    return stop();
  });
  const grace = closeWithGrace({ delay: stopTimeouts.workerMs, skip: ['SIGTERM', ...terminalSignals] }, closeOnce);
  const tell = () => {
    if (!isClosing) grace.close();
  };
  for (const signal of terminalSignals) process.on(signal, () => {});
  process.on('SIGTERM', tell);
  return tell;
}
