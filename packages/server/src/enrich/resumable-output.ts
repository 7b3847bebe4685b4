import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { OperatorError } from '../errors/failure.ts';

/** How far an interrupted run came. */
interface State {
  /** What the output depends on: another input or other options start again. */
  readonly task: string;
  readonly rows: number;
  readonly bytes: number;
}

function readState(path: string, task: string): State | undefined {
  if (!existsSync(path)) return undefined;
  const state = JSON.parse(readFileSync(path, 'utf8')) as State;
  return state.task === task ? state : undefined;
}

/**
 * A file that is complete or not there. Rows are written to `<out>.part`; `<out>.progress` says how many of them are
 * whole. The same command continues after the last whole batch.
 */
export class ResumableOutput {
  readonly #out: string;
  readonly #task: string;
  readonly #file: number;
  #rows: number;
  #bytes: number;

  constructor(out: string, task: string) {
    if (existsSync(out))
      throw new OperatorError(`${out} exists already. Choose another file with --out, or delete it.`);
    this.#out = out;
    this.#task = task;
    const state = readState(`${out}.progress`, task);
    this.#file = openSync(`${out}.part`, state ? 'r+' : 'w');
    this.#rows = state?.rows ?? 0;
    this.#bytes = state?.bytes ?? 0;
    ftruncateSync(this.#file, this.#bytes);
  }

  /** How many rows an earlier run has written. */
  get rows(): number {
    return this.#rows;
  }

  /** Appends the text of so many rows. Only then are they done. */
  append(text: string, rows: number): void {
    const bytes = Buffer.from(text);
    writeSync(this.#file, bytes, 0, bytes.length, this.#bytes);
    fsyncSync(this.#file);
    this.#bytes += bytes.length;
    this.#rows += rows;
    const state: State = { task: this.#task, rows: this.#rows, bytes: this.#bytes };
    writeFileSync(`${this.#out}.progress.new`, JSON.stringify(state));
    renameSync(`${this.#out}.progress.new`, `${this.#out}.progress`);
  }

  /** The output is complete. */
  finish(): void {
    closeSync(this.#file);
    renameSync(`${this.#out}.part`, this.#out);
    rmSync(`${this.#out}.progress`, { force: true });
  }

  /** Leaves what is written for the next run. */
  close(): void {
    closeSync(this.#file);
  }
}
