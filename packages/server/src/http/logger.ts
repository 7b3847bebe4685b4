import { type Logger, pino } from 'pino';

/** Largest atomic write to a pipe (PIPE_BUF): when processes share a pipe, only longer lines can be interleaved. */
const wholeBytes = 4096;

/** Lines are written in batches, at least every 250 ms and at exit: one write per line would double its cost. */
const gathered = {
  dest: 1,
  sync: false,
  minLength: wholeBytes - 1,
  maxWrite: wholeBytes,
  periodicFlush: 250,
  // When this much is waiting because the reader is too slow, new lines are dropped and counted.
  maxLength: 4 * 2 ** 20,
};

/** The log of a process that serves requests. */
export function openLogger(level: string): Logger {
  const destination = pino.destination(gathered);
  const log = pino({ level }, destination);
  let dropped = 0;
  destination.on('drop', () => {
    dropped += 1;
  });
  destination.on('drain', () => {
    if (dropped === 0) return;
    log.warn({ dropped }, 'log lines dropped: the reader of the log is too slow');
    dropped = 0;
  });
  return log;
}
