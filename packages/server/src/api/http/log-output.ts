import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';

const stdout = 1;
/** What a pipe takes as a whole (PIPE_BUF): processes that share one do not tear each other's lines, unless one is longer. */
const batchBytes = 4096;
/** Lines are written in batches, because one write per line costs as much as the line itself. */
const flushEveryMs = 250;
/** While this much waits to be written, newer lines are dropped. */
const maxQueuedBytes = 4 * 2 ** 20;
/** How long to wait for the reader of a pipe that is full. */
const retryMs = 20;

type Done = (error: NodeJS.ErrnoException | null | undefined, written: number) => void;

interface Target {
  readonly fd: number;
  /** Whether a write can block a thread forever. */
  readonly canBlock: boolean;
  /** Writes without blocking the event loop; `written` may be less than all. */
  put(bytes: Buffer, done: Done): void;
}

const streamTarget: Target = {
  fd: stdout,
  canBlock: false,
  put: (bytes, done) => void process.stdout.write(bytes, (error) => done(error, bytes.length)),
};

/** Written in the thread pool. */
const fileTarget = (fd: number): Target => ({
  fd,
  canBlock: fd === stdout,
  put(bytes, done) {
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(() => this.put(bytes, done), retryMs);
      else done(error, written);
    });
  },
});

/** A second, non-blocking descriptor of standard output. Changing the original would affect all processes that share it. */
function reopen(): number | undefined {
  try {
    return openSync(`/proc/self/fd/${stdout}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

function openTarget(): Target {
  const stat = fstatSync(stdout);
  // Its processes share the position in a file, so it stays the one that was opened for all.
  if (stat.isFile()) return fileTarget(stdout);
  const own = reopen();
  if (own !== undefined) return fileTarget(own);
  // Sockets cannot be opened again, and Node writes to them and to pipes without blocking.
  return stat.isSocket() || stat.isFIFO() ? streamTarget : fileTarget(stdout);
}

interface Batch {
  text: string;
  bytes: number;
  lines: number;
}

/** Log lines on their way to standard output. Those that cannot be written are dropped and counted; nothing blocks or throws. */
class LogOutput {
  readonly #target = openTarget();
  readonly #onRecovery: (dropped: number) => void;
  readonly #queue: Batch[] = [];
  #queuedBytes = 0;
  #writing: Batch | undefined;
  /** The last write ended in the middle of a line. */
  #isTorn = false;
  #timer: NodeJS.Timeout | undefined;
  #flushed: (() => void)[] = [];
  #dropped = 0;
  #reported = 0;

  /** @param onRecovery called with the number of lines dropped, once lines can be written again */
  constructor(onRecovery: (dropped: number) => void) {
    this.#onRecovery = onRecovery;
    // A failed write is counted where it is made; without a listener, it would also end the process.
    if (this.#target === streamTarget) process.stdout.on('error', () => {});
    process.stderr.on('error', () => {});
    process.once('exit', () => this.#writeRest());
  }

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Called by pino for each line. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#queuedBytes + bytes > maxQueuedBytes) {
      this.#dropped += 1;
      return;
    }
    this.#queuedBytes += bytes;
    const last = this.#queue.at(-1);
    if (last && last.bytes + bytes <= batchBytes) {
      last.text += line;
      last.bytes += bytes;
      last.lines += 1;
    } else this.#queue.push({ text: line, bytes, lines: 1 });
    this.#continue();
  }

  /** Called by pino's `flush`; `done` follows when every line is written or dropped. */
  flush(done: () => void): void {
    this.#flushed.push(done);
    this.#continue();
  }

  /** Writes a batch that is full, or wanted now; else waits for more lines. */
  #continue(): void {
    if (this.#writing) return;
    if (this.#queue.length > 1 || this.#flushed.length > 0) this.#writeNext();
    else if (this.#queue.length > 0) this.#timer ??= setTimeout(() => this.#writeNext(), flushEveryMs);
  }

  #writeNext(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing) return;
    this.#writing = this.#queue.shift();
    if (this.#writing) this.#put(Buffer.from(this.#isTorn ? `\n${this.#writing.text}` : this.#writing.text));
    else for (const done of this.#flushed.splice(0)) done();
  }

  #put(bytes: Buffer): void {
    this.#target.put(bytes, (error, written) => {
      if (error) return this.#endBatch(false);
      if (written === bytes.length) return this.#endBatch(true);
      this.#isTorn = true;
      this.#put(bytes.subarray(written));
    });
  }

  #endBatch(isWritten: boolean): void {
    const { bytes, lines } = this.#writing as Batch;
    this.#writing = undefined;
    this.#queuedBytes -= bytes;
    if (isWritten) {
      this.#isTorn = false;
      this.#report();
    } else this.#dropped += lines;
    this.#continue();
  }

  /** Waits for an empty queue: in a full one, the report would be dropped too. */
  #report(): void {
    if (this.#queue.length > 0 || this.#dropped === this.#reported) return;
    const dropped = this.#dropped - this.#reported;
    this.#reported = this.#dropped;
    this.#onRecovery(dropped);
  }

  /** The last chance for lines logged just before the process exits. */
  #writeRest(): void {
    if (this.#writing) {
      // An exit waits for the thread pool, where a write to a dead network disk may block forever.
      if (this.#target.canBlock) process.kill(process.pid, 'SIGKILL');
      return;
    }
    try {
      for (const { text } of this.#queue) writeSync(this.#target.fd, text);
    } catch {
      // The log cannot be written, and the process ends.
    }
  }
}

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
