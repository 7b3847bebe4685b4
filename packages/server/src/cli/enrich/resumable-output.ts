import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { OperatorError } from '../../core/errors/failure.ts';

/** How far an interrupted run came. */
interface State<Notes> {
  /** What the output depends on: the input, the options and the service. */
  readonly task: string;
  readonly rows: number;
  readonly bytes: number;
  /** What the run must not forget. */
  readonly notes: Notes;
}

const partOf = (out: string): string => `${out}.part`;
const progressOf = (out: string): string => `${out}.progress`;

function parseState<Notes>(text: string): State<Notes> | undefined {
  try {
    return JSON.parse(text) as State<Notes>;
  } catch {
    return undefined;
  }
}

/** The state of an interrupted run, if its rows are still there. */
function readState<Notes>(out: string, task: string): State<Notes> | undefined {
  if (!existsSync(progressOf(out)) || !existsSync(partOf(out))) return undefined;
  const state = parseState<Notes>(readFileSync(progressOf(out), 'utf8'));
  if (!state || statSync(partOf(out)).size < state.bytes) return undefined;
  if (state.task === task) return state;
  throw new OperatorError(
    [
      `${partOf(out)} has rows of an interrupted run with another file, other options or another service.`,
      `Run that command again to continue it, choose another file with --out,`,
      `or delete ${progressOf(out)} to start again.`,
    ].join(' '),
  );
}

/** Replaces a file at once: after a crash it has the old content or the new one. */
function replaceFile(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w');
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

function openPart(out: string, isContinued: boolean): number {
  try {
    return openSync(partOf(out), isContinued ? 'r+' : 'w');
  } catch (error) {
    throw new OperatorError(`Cannot write ${partOf(out)}: ${(error as Error).message}.`);
  }
}

/** Fails if the file exists: results that cost credits are never overwritten. */
export function checkFree(out: string): void {
  if (existsSync(out)) throw new OperatorError(`${out} exists already. Choose another file with --out, or delete it.`);
}

/**
 * A file that is complete or not there. Rows are written to `<out>.part`; `<out>.progress` says how many of them are
 * complete. The same task continues after the last complete batch.
 */
export class ResumableOutput<Notes> {
  readonly #out: string;
  readonly #task: string;
  readonly #file: number;
  /** What the run before noted. */
  readonly notes: Notes | undefined;
  #rows: number;
  #bytes: number;

  constructor(out: string, task: string) {
    checkFree(out);
    const state = readState<Notes>(out, task);
    this.#out = out;
    this.#task = task;
    this.#file = openPart(out, state !== undefined);
    this.#rows = state?.rows ?? 0;
    this.#bytes = state?.bytes ?? 0;
    this.notes = state?.notes;
    ftruncateSync(this.#file, this.#bytes);
  }

  /** How many rows are written. */
  get rows(): number {
    return this.#rows;
  }

  /** Where the rows are while the output is not complete. */
  get part(): string {
    return partOf(this.#out);
  }

  /** Whether not even a header is written. */
  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** Appends the text of this many rows. Only then are they done. */
  append(text: string, rows: number, notes: Notes): void {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; ) {
      from += writeSync(this.#file, bytes, from, bytes.length - from, this.#bytes + from);
    }
    fsyncSync(this.#file);
    this.#bytes += bytes.length;
    this.#rows += rows;
    this.note(notes);
  }

  /** Keeps what the run must not forget. */
  note(notes: Notes): void {
    const state: State<Notes> = { task: this.#task, rows: this.#rows, bytes: this.#bytes, notes };
    replaceFile(progressOf(this.#out), JSON.stringify(state));
  }

  /** The output is complete. */
  finish(): void {
    closeSync(this.#file);
    renameSync(partOf(this.#out), this.#out);
    rmSync(progressOf(this.#out), { force: true });
  }

  /** Leaves what is written for the next run; nothing, if there is nothing to continue. */
  close(): void {
    closeSync(this.#file);
    if (!existsSync(progressOf(this.#out))) rmSync(partOf(this.#out), { force: true });
  }
}
