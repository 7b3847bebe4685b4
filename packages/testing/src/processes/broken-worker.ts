import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { stopOnMessage } from '../../../server/src/api/http/shutdown.ts';

/**
 * Stops because of an error, and gets a stop signal at the same time. A separate program; prints a line each time that it
 * stops.
 */
let stops = 0;
const tell = stopOnMessage(pino({ level: 'silent' }), {
  drain() {},
  async stop() {
    stops += 1;
    process.stdout.write('stops\n');
    if (stops > 1) return;
    tell();
    await sleep(200);
  },
});
setImmediate(() => {
  throw new Error('broken');
});
