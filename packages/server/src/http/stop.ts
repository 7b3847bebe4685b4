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

/** On a signal or a fatal error: `stop`, then the end of the process, within ten seconds whatever happens. */
export function stopOnSignals(log: FastifyInstance['log'], stop: () => Promise<void>): void {
  closeWithGrace({ delay: stopWithinMs }, async ({ signal, err }) => {
    if (err) log.fatal({ name: err.name, message: err.message, stack: err.stack }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await stop();
  });
}
