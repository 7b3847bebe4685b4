import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';

const stopWithinMs = 10_000;
const cutAfterMs = 9_000;
const sweepEveryMs = 50;

/** Stops accepting connections, completes requests in progress, and closes each socket once it is idle. */
export async function stopServer(app: FastifyInstance): Promise<void> {
  // `close` alone would wait for sockets that become idle after it has checked them.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs);
  const cut = setTimeout(() => app.server.closeAllConnections(), cutAfterMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

type Log = FastifyInstance['log'];
type Grace = ReturnType<typeof closeWithGrace>;

/** A terminal sends these to every process in it. */
const terminalSignals = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

const closing =
  (log: Log, stop: () => Promise<void>): closeWithGrace.CloseWithGraceAsyncCallback =>
  async ({ signal, err }) => {
    if (err) log.fatal({ name: err.name, message: err.message, stack: err.stack }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await stop();
  };

/** On a signal or a fatal error: calls `stop`, then exits, within ten seconds in any case. */
export function stopOnSignals(log: Log, stop: () => Promise<void>): Grace {
  return closeWithGrace({ delay: stopWithinMs }, closing(log, stop));
}

/** The same for a worker, which its primary stops instead of the terminal. Returns the function that stops it. */
export function stopWhenTold(log: Log, stop: () => Promise<void>): () => void {
  // An error starts the shutdown too; a later request to stop must not restart it.
  let isClosing = false;
  const closeOnce = closing(log, () => {
    isClosing = true;
    return stop();
  });
  const grace = closeWithGrace({ delay: stopWithinMs, skip: ['SIGTERM', ...terminalSignals] }, closeOnce);
  const tell = () => {
    if (!isClosing) grace.close();
  };
  for (const signal of terminalSignals) process.on(signal, () => {});
  process.on('SIGTERM', tell);
  return tell;
}
