import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';

const stopWithinMs = 10_000;
const cutAfterMs = 9_000;
const sweepEveryMs = 50;

/** Stops accepting, lets what is in flight end, and closes each socket as soon as it is idle. */
export async function stopServer(app: FastifyInstance): Promise<void> {
  // `close` alone waits for sockets that turn idle after it has looked.
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

/** They reach every process of a terminal. */
const terminalSignals = ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

const closing =
  (log: Log, stop: () => Promise<void>): closeWithGrace.CloseWithGraceAsyncCallback =>
  async ({ signal, err }) => {
    if (err) log.fatal({ name: err.name, message: err.message, stack: err.stack }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await stop();
  };

/** On a signal or a fatal error: `stop`, then the end of the process, within ten seconds whatever happens. */
export function stopOnSignals(log: Log, stop: () => Promise<void>): Grace {
  return closeWithGrace({ delay: stopWithinMs }, closing(log, stop));
}

/** The same for a process that is told by another one, which hears a terminal's signals too. Gives what to tell it by. */
export function stopWhenTold(log: Log, stop: () => Promise<void>): () => void {
  // An error begins it too: whoever tells it afterwards must not begin it anew.
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
