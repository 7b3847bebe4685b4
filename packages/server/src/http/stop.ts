import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { flushLog } from './logger.ts';

const sweepEveryMs = 50;

/** Every process ends within ten seconds of being told to; a primary waits a little longer than its workers take at most. */
export const stopTimeouts = { cutConnectionsMs: 8000, workerMs: 8500, killWorkersMs: 9000, processMs: 9500 } as const;

/** Stops accepting, lets what is in flight end, and closes each socket as soon as it is idle. */
export async function stopServer(app: FastifyInstance): Promise<void> {
  // `close` alone waits for sockets that turn idle after it has looked.
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

/** They reach every process of a terminal. */
const terminalSignals = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

const closing =
  (log: Logger, stop: () => Promise<void>): closeWithGrace.CloseWithGraceAsyncCallback =>
  async ({ signal, err }) => {
    if (err) log.fatal({ name: err.name, message: err.message, stack: err.stack }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await stop();
    await flushLog(log);
  };

/** On a signal or a fatal error: `stop`, then the end of the process, within ten seconds whatever happens. */
export function stopOnSignals(log: Logger, stop: () => Promise<void>): Grace {
  return closeWithGrace({ delay: stopTimeouts.processMs }, closing(log, stop));
}

/** The same for a process that is told by another one, which hears a terminal's signals too. Gives what to tell it by. */
export function stopWhenTold(log: Logger, stop: () => Promise<void>): () => void {
  // An error begins it too: whoever tells it afterwards must not begin it anew.
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
