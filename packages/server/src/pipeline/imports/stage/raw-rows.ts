import type { Placed } from '../../../knowledge/sources/formats/format.ts';
import { Reject } from '../../../knowledge/sources/row-outcome.ts';
import type { FileFacts, InputPosition } from '../../../stores/postgres/imports/runs.ts';
import { explainFileError, type Part, partsOf } from '../input/files.ts';
import { openReader } from '../input/open-reader.ts';
import type { Reader, ReadingTask } from '../input/reader.ts';

/** Some rows of a step, as the format of the input separates them. Plain data, so that another thread can convert them. */
export interface RawRows {
  /** The position after these rows. */
  at: InputPosition;
  /** Whether the step ends after them. */
  endsStep: boolean;
  /** The number of the first row in the input. */
  first: number;
  /** The parts of the input, each with the index of its first row among these. */
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
/** So few that they are converted, and garbage, before a collection moves them to the memory of long-lived objects. */
const rowsAtOnce = 200;

async function* rowsOf(part: Part, reader: Reader): AsyncGenerator<Placed<unknown>[]> {
  try {
    yield* reader.rowsOf(part);
  } catch (error) {
    throw explainFileError(error, part.name);
  }
}

type OpenRows = Omit<RawRows, 'at' | 'endsStep'>;

const openRows = (first: number): OpenRows => ({
  first,
  parts: [],
  lines: [],
  rows: [],
  rejected: [],
  skipped: {},
});

function add(raw: OpenRows, part: string, { line, row }: Placed<unknown>, reader: Reader): void {
  if (raw.parts.at(-1)?.name !== part) raw.parts.push({ name: part, from: raw.rows.length });
  const skip = row instanceof Reject ? undefined : reader.skips?.(row);
  if (skip) raw.skipped[skip.reason] = (raw.skipped[skip.reason] ?? 0) + 1;
  if (row instanceof Reject) raw.rejected.push({ index: raw.rows.length, reason: row.reason, key: row.key });
  raw.lines.push(line);
  raw.rows.push(skip || row instanceof Reject ? undefined : row);
}

/** Separates the rows of the input from a position on; returns the facts about the files at the end. */
export async function* rawRowsOf(task: ReadingTask): AsyncGenerator<RawRows, FileFacts[]> {
  const { from, stepRows } = task;
  const reader = openReader(task.reader, task.secret);
  const facts: FileFacts[] = [];
  const at: InputPosition = { rows: from.before, part: -1, before: 0 };
  let raw = openRows(from.rows + 1);
  let [stepSize, chunks] = [0, 0];
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
        add(raw, part.name, row, reader);
        stepSize += 1;
        const endsStep = stepSize >= stepRows || chunks >= stepChunks;
        if (!endsStep && raw.rows.length < rowsAtOnce) continue;
        yield { ...raw, endsStep, at: { ...at } };
        raw = openRows(at.rows + 1);
        if (endsStep) [stepSize, chunks] = [0, 0];
      }
    }
  }
  yield { ...raw, endsStep: true, at: { ...at, rows: Math.max(at.rows, from.rows) } };
  return facts;
}
