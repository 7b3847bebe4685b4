import type { FileFacts, InputPosition } from '../../ledger/imports/runs.ts';
import type { Placed } from '../../sources/formats/format.ts';
import { Reject } from '../../sources/row-outcome.ts';
import { explainFileError, type Part, partsOf } from '../input/files.ts';
import { openReader } from '../input/open-reader.ts';
import type { Reader } from '../input/reader.ts';
import type { ReadingTask } from './reading-task.ts';

/** A number of rows as the format of the input separates them. Plain data, so that another thread can convert them. */
export interface RawStep {
  /** The position after these rows. */
  at: InputPosition;
  /** The number of the first row in the input. */
  first: number;
  /** The parts of the input, each with the index of its first row in this step. */
  parts: { name: string; from: number }[];
  /** The line of each row in its part. */
  lines: number[];
  /** Undefined: the row is skipped, or the format could not read it. */
  rows: unknown[];
  rejected: { index: number; reason: string; key: string | undefined }[];
  /** Rows that are skipped as they are, by reason: they need not be copied to another thread. */
  skipped: Record<string, number>;
}

/** Chunks of input in one step, usually of 64 KiB: with long rows, a step has fewer of them. */
const stepChunks = 128;

async function* rowsOf(part: Part, reader: Reader): AsyncGenerator<Placed<unknown>[]> {
  try {
    yield* reader.rowsOf(part);
  } catch (error) {
    throw explainFileError(error, part.name);
  }
}

const openStep = (first: number): Omit<RawStep, 'at'> => ({
  ...{ first, parts: [], lines: [], rows: [], rejected: [] },
  skipped: {},
});

function add(step: Omit<RawStep, 'at'>, part: string, { line, row }: Placed<unknown>, reader: Reader): void {
  if (step.parts.at(-1)?.name !== part) step.parts.push({ name: part, from: step.rows.length });
  const skip = row instanceof Reject ? undefined : reader.skips?.(row);
  if (skip) step.skipped[skip.reason] = (step.skipped[skip.reason] ?? 0) + 1;
  if (row instanceof Reject) step.rejected.push({ index: step.rows.length, reason: row.reason, key: row.key });
  step.lines.push(line);
  step.rows.push(skip || row instanceof Reject ? undefined : row);
}

/** Separates the rows of the input from a position on; returns the facts about the files at the end. */
export async function* rawStepsOf(task: ReadingTask): AsyncGenerator<RawStep, FileFacts[]> {
  const { from, stepRows } = task;
  const reader = openReader(task.reader, task.secret);
  const facts: FileFacts[] = [];
  const at: InputPosition = { rows: from.before, part: -1, before: 0 };
  let step = openStep(from.rows + 1);
  let chunks = 0;
  for await (const part of partsOf(task.files, reader, facts)) {
    at.part += 1;
    // Parts that were already staged completely are not opened.
    if (at.part < from.part) continue;
    at.before = at.rows;
    for await (const rows of rowsOf(part, reader)) {
      chunks += 1;
      for (const row of rows) {
        at.rows += 1;
        if (at.rows <= from.rows) continue;
        add(step, part.name, row, reader);
        if (step.rows.length < stepRows && chunks < stepChunks) continue;
        yield { ...step, at: { ...at } };
        step = openStep(at.rows + 1);
        chunks = 0;
      }
    }
  }
  yield { ...step, at: { ...at, rows: Math.max(at.rows, from.rows) } };
  return facts;
}
