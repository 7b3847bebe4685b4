import { type Logger, pino } from 'pino';
import { LogOutput } from './log-output.ts';

/** The log at exit gets this long to be written. */
const flushWithinMs = 500;

export interface ServiceLog {
  readonly log: Logger;
  /** Lines that could not be written. */
  readonly droppedLines: () => number;
}

/** The log of a server process, which keeps serving even if its standard output cannot be written. */
export function openLogger(level: string): ServiceLog {
  const output = new LogOutput((dropped) => log.warn({ dropped }, 'log lines were dropped'));
  const log = pino({ level }, output);
  return { log, droppedLines: () => output.dropped };
}

/** Settles when the log is written, and at the latest after half a second. */
export function flushLog(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, flushWithinMs);
    log.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
