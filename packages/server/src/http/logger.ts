import { type Logger, pino } from 'pino';

/** What a pipe takes whole (PIPE_BUF): of processes that share one, no lines are torn by another's but longer ones. */
const wholeBytes = 4096;

/** Lines are written together, at the latest after a quarter of a second and at the end: a write for each costs as much as the line. */
const gathered = {
  dest: 1,
  sync: false,
  minLength: wholeBytes - 1,
  maxWrite: wholeBytes,
  periodicFlush: 250,
  // While so much waits because nobody reads, newer lines are dropped: then the next one that fits says how many.
  maxLength: 4 * 2 ** 20,
};

/** The log of a process that answers requests. */
export function openLogger(level: string): Logger {
  const destination = pino.destination(gathered);
  const log = pino({ level }, destination);
  let dropped = 0;
  destination.on('drop', () => {
    dropped += 1;
  });
  destination.on('drain', () => {
    if (dropped === 0) return;
    log.warn({ dropped }, 'the log was not read fast enough: lines are missing');
    dropped = 0;
  });
  return log;
}
