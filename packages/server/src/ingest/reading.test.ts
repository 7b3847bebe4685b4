import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { entryOf, zipOf } from '../../test/support/hand-made-zip.ts';
import { company, person } from '../../test/support/records.ts';
import { OperatorError } from '../failure.ts';
import { makeTrialSecret } from '../secret.ts';
import { readSteps } from './reading.ts';
import { type ReadingTask, type Step, stepsOf } from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

const large = join(folder, 'large.ndjson');
const records = Array.from({ length: 6000 }, (_, n) =>
  n % 3 === 0 ? person(`p${n}`, 'c1', { email: `${n}@example.com` }) : company(`c${n}`, { tagline: 'x'.repeat(900) }),
);
writeFileSync(large, `not JSON\n${records.map((record) => JSON.stringify(record)).join('\n')}\n`);

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

async function collect(steps: ReturnType<typeof stepsOf>) {
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

test('a large file is read by a thread of its own, to the same rows', async () => {
  const [threaded, alone] = [await collect(readSteps(task())), await collect(stepsOf(task()))];
  expect(textOf(threaded)).toEqual(textOf(alone));
  expect(threaded.facts).toEqual(alone.facts);
  expect(threaded.steps.at(-1)?.at.rows).toBe(6001);
});

test('reading goes on behind what was staged, and does not open parts that are done', async () => {
  const files = [records.slice(0, 700), [company('z')], records.slice(700, 900)].map((some, n) => {
    const path = join(folder, `part-${n}.ndjson`);
    writeFileSync(path, some.map((record) => JSON.stringify(record)).join('\n'));
    return path;
  });
  const read = (from = task().from) => collect(stepsOf(task({ files, stepRows: 100, from })));
  const { facts, ...all } = await read();
  const whole = textOf(all);
  for (const { at } of whole) {
    const again = await read(at);
    expect(again.facts).toEqual(facts);
    const rest = textOf(again);
    const lines = (steps: typeof whole) => steps.map((step) => step.lines.join('')).join('');
    const behind = whole.slice(whole.findIndex((step) => step.at.rows === at.rows) + 1);
    expect(lines(rest)).toBe(lines(behind));
    expect(rest.at(-1)?.at.rows).toBe(whole.at(-1)?.at.rows);
  }
});

test("a file that cannot be read is the operator's to mend, also when a thread found out", async () => {
  const wrong = { kind: 'source', id: 'au-abr', switchedOn: [] } as const;
  const failure = await collect(readSteps(task({ reader: wrong }))).catch((error) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  expect(failure.message).toContain(large);
});

test('a reader that nobody listens to any more ends its thread', async () => {
  const steps = readSteps(task());
  await steps.next();
  expect(await steps.return([])).toMatchObject({ done: true });
});

test('of an archive of more parts than others may have, a source reads those that it wants', async () => {
  const filer = { cik: '9900001', entityType: 'operating', name: 'KESTREL VANE CORP' };
  const older = Array.from({ length: 10_000 }, (_, n) => entryOf(`CIK0009900001-submissions-${n}.json`, '{'));
  const archive = join(folder, 'submissions.zip');
  writeFileSync(archive, zipOf([entryOf('CIK0009900001.json', JSON.stringify(filer)), ...older]));
  const read = await collect(
    stepsOf(task({ files: [archive], reader: { kind: 'source', id: 'us-sec', switchedOn: [] } })),
  );
  expect(read.steps.at(-1)?.at.rows).toBe(1);
  expect(JSON.stringify(textOf(read))).toContain('KESTREL VANE CORP');
});
