import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { entryOf, zipOf } from '../../../../../testing/src/data/hand-made-zip.ts';
import { company, person } from '../../../../../testing/src/data/records.ts';
import { OperatorError } from '../../../core/errors/failure.ts';
import { makeTrialSecret } from '../../../core/settings/secret.ts';
import type { ReadingTask } from '../input/reader.ts';
import { readSteps } from './reading.ts';
import { type Step, stepsOf } from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

const large = join(folder, 'large.ndjson');
const records = Array.from({ length: 6000 }, (_, n) =>
  n % 3 === 0 ? person(`p${n}`, 'c1', { email: `${n}@example.com` }) : company(`c${n}`, { tagline: 'x'.repeat(900) }),
);
const linesOf = (some: readonly object[]) => some.map((record) => JSON.stringify(record)).join('\n');
writeFileSync(large, `not JSON\n${linesOf(records)}\n`);

const task = (facts: Partial<ReadingTask> = {}): ReadingTask => ({
  files: [large],
  reader: { kind: 'records' },
  source: { id: 7, name: 'own' },
  secret,
  from: { rows: 0, part: 0, before: 0 },
  stepRows: 1000,
  ...facts,
});
const secret = makeTrialSecret();

/** Reads everything in a task, in this thread unless `how` is given. */
async function read(facts: Partial<ReadingTask> = {}, how: typeof stepsOf = stepsOf) {
  const steps = how(task(facts));
  const all: Step[] = [];
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return { steps: all, facts: value };
    all.push(value);
  }
}

const textOf = ({ steps }: { steps: Step[] }) =>
  steps.map(({ at, lines, reasons }) => ({
    at,
    reasons,
    lines: Object.values(lines).map((bytes) => Buffer.from(bytes).toString()),
  }));

test('a large file is read in its own thread, with the same rows', async () => {
  const [threaded, alone] = [await read({}, readSteps), await read()];
  expect(textOf(threaded)).toEqual(textOf(alone));
  expect(threaded.facts).toEqual(alone.facts);
  expect(threaded.steps.at(-1)?.at.rows).toBe(6001);
});

test.each([2, 3])('with %i lanes, the steps are the same, in the same order', async (lanes) => {
  const inLanes = await read({}, (facts) => readSteps(facts, lanes));
  const alone = await read();
  expect(textOf(inLanes)).toEqual(textOf(alone));
  expect(inLanes.facts).toEqual(alone.facts);
  const rest = await read({ from: { rows: 2345, part: 0, before: 0 } }, (facts) => readSteps(facts, lanes));
  expect(textOf(rest)).toEqual(textOf(await read({ from: { rows: 2345, part: 0, before: 0 } })));
});

test('with lanes, the steps before a file that cannot be read are returned first', async () => {
  const steps = readSteps(task({ files: [large, join(folder, 'missing')] }), 2);
  const seen: number[] = [];
  const reading = (async () => {
    for await (const { at } of steps) seen.push(at.rows);
  })();
  await expect(reading).rejects.toThrow(OperatorError);
  expect(seen).toEqual([1000, 2000, 3000, 4000, 5000, 6000]);
});

test('reading continues after what was staged, and does not open finished parts', async () => {
  const files = [records.slice(0, 700), [company('z')], records.slice(700, 900)].map((some, n) => {
    const path = join(folder, `part-${n}.ndjson`);
    writeFileSync(path, linesOf(some));
    return path;
  });
  const parts = { files, stepRows: 100 };
  const { facts, ...all } = await read(parts);
  const whole = textOf(all);
  for (const { at } of whole) {
    const again = await read({ ...parts, from: at });
    expect(again.facts).toEqual(facts);
    const rest = textOf(again);
    const lines = (steps: typeof whole) => steps.map((step) => step.lines.join('')).join('');
    const behind = whole.slice(whole.findIndex((step) => step.at.rows === at.rows) + 1);
    expect(lines(rest)).toBe(lines(behind));
    expect(rest.at(-1)?.at.rows).toBe(whole.at(-1)?.at.rows);
  }
});

test('an unreadable file is an operator error, also from a thread', async () => {
  const wrong = { kind: 'source', id: 'au-abr', switchedOn: [] } as const;
  const failure = await read({ reader: wrong }, readSteps).catch((error) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  expect(failure.message).toContain(large);
});

test('a reader that is no longer used ends its thread', async () => {
  const steps = readSteps(task());
  await steps.next();
  expect(await steps.return([])).toMatchObject({ done: true });
});

test('a source reads the parts it needs from an archive with more parts than usual', async () => {
  const filer = { cik: '9900001', entityType: 'operating', name: 'KESTREL VANE CORP' };
  const older = Array.from({ length: 10_000 }, (_, n) => entryOf(`CIK0009900001-submissions-${n}.json`, '{'));
  const archive = join(folder, 'submissions.zip');
  writeFileSync(archive, zipOf([entryOf('CIK0009900001.json', JSON.stringify(filer)), ...older]));
  const found = await read({ files: [archive], reader: { kind: 'source', id: 'us-sec', switchedOn: [] } });
  expect(found.steps.at(-1)?.at.rows).toBe(1);
  expect(JSON.stringify(textOf(found))).toContain('KESTREL VANE CORP');
});
