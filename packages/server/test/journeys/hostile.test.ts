import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GoodFile, type Make, packed, text, zips } from '../../../testing/src/data/hostile-files.ts';
import { inventFile, type Reader, readers } from '../../../testing/src/data/synthetic-files.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { type Watched, watch } from '../../../testing/src/processes/peak-memory.ts';
import { databaseLines, differences } from '../../../testing/src/stores/snapshot.ts';
import type { RunCounts } from '../../src/stores/postgres/imports/runs.ts';

/** In seconds more than twice what an idle machine needs: other processes may use this one. */
const most = { seconds: 25, peakMb: 512 };

/** The message if a file is rejected, or the number of rejected rows if the other rows are read. */
type Outcome = RegExp | number;
type Expected = Partial<Record<Reader, Outcome>>;
const on = (names: readonly Reader[], outcome: Outcome): Expected =>
  Object.fromEntries(names.map((name) => [name, outcome]));

const abr = ['au-abr'] as const;
const tsv = ['au-asic-companies', 'au-asic-business-names'] as const;
const csv = ['au-acnc'] as const;
const tables = [...tsv, ...csv];
const records = ['records'] as const;
const own = ['companies', 'people'] as const;

const notUtf8 = /header cannot be read: not UTF-8\. Check that it is a file of this source\./;
const notXml = /does not begin with <Transfer>\. Check that it is an XML file of this source\./;
const emptyFile = /empty.*Download it again\./;
const noRows = /has no rows|empty/;
const mostlyRejected = /rows were rejected \(.* %, limit .* %\)\..*--allow rejected\. Details: /s;
const headerLacks = /header lacks .*Check that it is an original file of this source\./;
const noText = /not UTF-8, Shift_JIS or Windows-1252\. Save the file as UTF-8\./;
const noTable = /not a text table\. Supported formats: CSV, TSV, NDJSON and Parquet\./;
const endless = /there are 8 MiB without another row\. Check that it is a file of this kind/;
const bomb = /would unpack to more than 200 times its size, so it is not read\. If you trust it, unpack it/;
// Which of the two is detected first depends on the chunks of the input.
const bombOrEndless = new RegExp(`${bomb.source}|${endless.source}`);
const cut = /Cannot unpack .*The file may be incomplete\. Download it again\./;
const damaged = /is damaged: its size or checksum does not match\. Download .* again\./;
const doctype = /declares a document type, which is not allowed.*Download the file from its publisher\./;
const withoutEnd = /ends before <\/Transfer>, so it may be incomplete\. Download it again\./;

const entities = [...'123456789'].map((n) => `<!ENTITY l${n} "${`&l${Number(n) - 1};`.repeat(10)}">`).join('');
const laughs = `<!DOCTYPE lolz [<!ENTITY l0 "lol">${entities}]><Transfer><ABR>&l9;</ABR>`;
const spy = '<!DOCTYPE foo SYSTEM "file:///etc/passwd" [<!ENTITY x SYSTEM "file:///etc/passwd">]><Transfer>';
const deepXml = `<ABR>${'<a>'.repeat(300_000)}</ABR>`;
const depth = 1_000_000;
const deepJson = `{"type":"company","key":"k","name":"n","org_registers":${'['.repeat(depth)}${']'.repeat(depth)}}\n`;

const hostile: [title: string, make: Make, expected: Expected][] = [
  // The file as a whole.
  ['an empty file', text.empty, { ...on([...abr, ...tables], emptyFile), ...on([...records, ...own], noRows) }],
  [
    'random bytes',
    text.random,
    { ...on(abr, notXml), ...on(tables, notUtf8), ...on(records, mostlyRejected), ...on(own, noText) },
  ],
  ['UTF-16', text.utf16, { ...on(abr, notXml), ...on(tables, notUtf8), ...on(records, mostlyRejected), ...on(own, 0) }],
  [
    'a truncated file',
    text.truncated,
    { ...on(abr, withoutEnd), ...on(tables, /not in the full file/), ...on(records, 1) },
  ],
  ['a folder', text.folder, on(['au-abr', 'companies'], /is a folder\. Pass the files in it\./)],
  ['a file that does not exist', text.missing, on(['au-abr', 'companies'], /File not found: /)],
  // The start of the file.
  ['a wrong header', text.withHead('Name\tNumber\n'), { ...on(tables, headerLacks), ...on(records, 1) }],
  ['another root', text.withHead('<Other>'), on(abr, notXml)],
  ['entities that expand', text.withHead(laughs), on(abr, doctype)],
  ['an external entity', text.withHead(spy), on(abr, doctype)],
  [
    '1 GB without a line',
    text.endlessFromTheStart,
    { ...on(abr, notXml), ...on([...tsv, ...records], endless), ...on(own, noTable) },
  ],
  // The rows of the file.
  [
    'bad rows of a table',
    text.withRows('a\xff\n', 'a\0\n', 'a\n', `${'\t,'.repeat(90_000)}\n`),
    on([...tables, ...own], 4),
  ],
  [
    'bad elements',
    text.withRows('<ABR>\xff</ABR>', '<ABR>\0</ABR>', '<ABR><ABN></ABR>', '<ABR>&l9;</ABR>', deepXml),
    on(abr, 5),
  ],
  [
    'bad JSON',
    text.withRows('{"a":"\xff"}\n', '{"a":"\0"}\n', '{"a":"\\u0000"}\n', '{"a"\n', deepJson),
    on(records, 5),
  ],
  ['a line of 1 GB', text.endless(''), { ...on([...tables, ...records], endless), ...on(own, noTable) }],
  ['a line of 1 GB of letters', text.endlessLetters, on(['records', 'companies'], endless)],
  ['a line of 1 GB, packed', packed.endless, on(['au-asic-companies', 'companies'], endless)],
  ['an element of 1 GB', text.endless('<ABR>'), on(abr, endless)],
  ['an element of 1 GB, zipped', zips.endless, on(abr, endless)],
  ['a comment of 1 GB', text.endless('<!--'), on(abr, endless)],
  ['a quoted cell of 1 GB', text.endless('"'), on(csv, endless)],
  [
    'a quoted cell of many lines that never closes',
    packed.flood('"\nx\n'),
    on(['au-acnc', 'companies'], mostlyRejected),
  ],
  ['bad rows without end', packed.flood('x\n'), on([...tsv, ...records, ...own], mostlyRejected)],
  ['bad elements without end', packed.flood('<ABR/>'), on(abr, mostlyRejected)],
  ['blank lines without end', packed.flood('\n'), on([...tables, ...records], endless)],
  // The compression of the file.
  ['a gzip bomb', packed.gzipBomb, on(['au-abr', 'au-asic-companies', 'records', 'people'], bombOrEndless)],
  ['a zstd bomb', packed.zstdBomb, on(['au-acnc', 'records'], bombOrEndless)],
  ['a zstd window of 2 GB', packed.zstdWindow, on(records, /too much memory\. Unpack it first with zstd/)],
  ['truncated gzip', packed.gzipCut, on(['au-asic-companies', 'people'], cut)],
  ['truncated zstd', packed.zstdCut, on(['au-acnc', 'records'], cut)],
  ['truncated gzip of 200,000 rows', packed.longGzipCut, on(['companies'], cut)],
  ['truncated zstd of 200,000 rows', packed.longZstdCut, on(['companies'], cut)],
  ['a zip bomb of one dense entry', zips.denseEntry, on(['au-abr', 'au-acnc'], bomb)],
  ['a zip entry that lies about its size', zips.lying, on(tsv, damaged)],
  ['a zip of overlapping entries', zips.overlapping, on(abr, /entries that overlap, so it is not read/)],
  ['a zip of many dense entries', zips.manyDense, on(abr, bomb)],
  ['a zip of 20,000 entries', zips.manyEntries, on(abr, /more than 10,000 entries\. Pack only/)],
  [
    'a zip in a zip',
    zips.nested,
    { ...on(abr, /inner\.zip\. .* unpack it first/), ...on(csv, /contains another zip file: .*\. Unpack/) },
  ],
  ['a zip in a zip under another name', zips.nestedByName, on(abr, /contains another zip file: .*\. Unpack/)],
  [
    'a zip that names ../',
    zips.outside,
    on(['au-abr', 'companies'], /contains a path outside the archive, so it is not read/),
  ],
  ['an encrypted zip', zips.encrypted, on(abr, /is encrypted\. Unpack it with its password/)],
  ['a zip with a wrong checksum', zips.wrongSum, on(abr, damaged)],
  ['a zip of garbage', zips.garbage, on(abr, cut)],
  ['a truncated zip', zips.truncated, on(abr, cut)],
  ['an empty zip', zips.nothingInside, on(abr, /is an empty zip\. Download it again\./)],
  ['XML without its end, zipped', zips.withoutEnd, on(abr, withoutEnd)],
];

let installation: Installation;
let before: string[];
const good = Object.fromEntries(readers.map((reader) => [reader, inventFile(reader)])) as Record<Reader, GoodFile>;

/** Without `make`, imports the good file. */
async function importFile(reader: Reader, make?: Make): Promise<Watched> {
  const file = join(installation.home, `${reader}.file`);
  const { head, rows, tail } = good[reader];
  if (make) make(file, good[reader]);
  else writeFileSync(file, head + rows + tail);
  const isRegister = reader.startsWith('au-');
  const named = isRegister ? [] : ['--source', `own-${reader}`];
  const ended = await watch(installation, 'import', reader, file, ...named, '--expect', '0-1000000', '--json');
  rmSync(file, { recursive: true, force: true });
  return ended;
}

/** Two at a time: different sources can be imported in parallel. */
async function inPairs<In, Out>(inputs: readonly In[], work: (input: In) => Promise<Out>): Promise<Out[]> {
  const outs: Out[] = [];
  for (let at = 0; at < inputs.length; at += 2) {
    outs.push(...(await Promise.all(inputs.slice(at, at + 2).map(work))));
  }
  return outs;
}

const countsOf = ({ out }: Watched): RunCounts => JSON.parse(out.trim().split('\n').at(-1) ?? '').counts;
const sumOf = ({ accepted, unchanged, rejected, skipped, suppressed, superseded }: RunCounts) =>
  accepted + unchanged + rejected + skipped + suppressed + superseded;

/** The good rows of a partly broken file were imported before, so nothing is accepted. */
function checkOutcome(ended: Watched, outcome: Outcome): void {
  if (outcome instanceof RegExp) {
    expect(ended.err).toMatch(outcome);
    expect(ended.code).toBe(1);
    return;
  }
  expect([ended.code, ended.err]).toEqual([0, expect.anything()]);
  const counts = countsOf(ended);
  expect(counts).toMatchObject({ rejected: outcome, accepted: 0, gone: 0 });
  expect(counts.read).toBe(sumOf(counts));
}

/** Appends time, memory and message of each case to the file in ORGDEX_TEST_REPORT, if it is set. */
function note(title: string, reader: Reader, { seconds, peakMb, err }: Watched): void {
  const file = process.env.ORGDEX_TEST_REPORT;
  const line = [title, reader, seconds.toFixed(1), Math.round(peakMb), err.trim().split('\n').at(-1)].join(' | ');
  if (file) appendFileSync(file, `${line}\n`);
}

beforeAll(async () => {
  installation = await openInstallation();
  for (const reader of readers) expect((await importFile(reader)).err).not.toMatch(/Nothing was changed|Error/);
  before = await databaseLines(installation);
  expect(before.length).toBeGreaterThan(1000);
});

afterAll(async () => {
  await installation?.close();
});

describe.each(hostile)('%s', (title, make, expected) => {
  test('does no harm, and the error explains it', async () => {
    const attempts = await inPairs(Object.entries(expected) as [Reader, Outcome][], async ([reader, outcome]) => ({
      reader,
      outcome,
      ended: await importFile(reader, make),
    }));
    for (const { reader, ended } of attempts) note(title, reader, ended);
    for (const { outcome, ended } of attempts) {
      checkOutcome(ended, outcome);
      expect(ended.err).not.toMatch(/^\s+at |Warning/m);
      expect(ended.seconds).toBeLessThan(most.seconds);
      expect(ended.peakMb).toBeLessThan(most.peakMb);
    }
    expect(differences(before, await databaseLines(installation))).toEqual([]);
  });
});

test('afterwards every good file can still be imported', async () => {
  for (const ended of await inPairs(readers, (reader) => importFile(reader))) {
    expect([ended.code, ended.err]).toEqual([0, expect.anything()]);
    expect(countsOf(ended)).toMatchObject({ rejected: 0, accepted: 0, gone: 0 });
  }
  expect(differences(before, await databaseLines(installation))).toEqual([]);
});

test('every run is listed with its state and its counts or reason, and none leaves staged rows', async () => {
  const { out } = await installation.orgdex('runs', '--limit', '1000', '--json');
  const runs = JSON.parse(out) as { state: string; counts: RunCounts; reason: string | null }[];
  for (const { state, counts, reason } of runs) {
    if (state === 'done') expect(counts.read).toBe(sumOf(counts));
    else expect([state, reason]).toEqual(['stopped', expect.stringMatching(/\w/)]);
  }
  const refused = hostile.flatMap(([, make, expected]) =>
    make === text.missing ? [] : Object.values(expected).filter((outcome) => outcome instanceof RegExp),
  );
  expect(runs.filter(({ state }) => state === 'stopped')).toHaveLength(refused.length);
  const { rows } = await installation.pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'stage'`);
  expect(rows).toEqual([]);
});
