import { type Logger, pino } from 'pino';

/** Lines are written together, at the latest after a quarter of a second and at the end: a write for each costs as much as the line. */
const gathered = { dest: 1, sync: false, minLength: 8 * 1024, periodicFlush: 250 };

/** The log of a process that answers requests. */
export const openLogger = (level: string): Logger => pino({ level }, pino.destination(gathered));
