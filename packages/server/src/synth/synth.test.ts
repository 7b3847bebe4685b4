import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { zipParts } from '../ingest/archive.ts';
import { parseAbn } from '../rules/abn.ts';
import { parseAcn } from '../rules/acn.ts';
import { auAbr } from '../sources/au-abr.ts';
import { auAcnc } from '../sources/au-acnc.ts';
import { auAsicBusinessNames } from '../sources/au-asic-business-names.ts';
import { auAsicCompanies } from '../sources/au-asic-companies.ts';
import { type AnySource, Reject, type Source } from '../sources/define-source.ts';
import { indexOfHolder, namesHeldBy } from './business-names.ts';
import { inventions } from './index.ts';
import { indexOfCharity, indexOfCompany, kindOf, memberOf, numbersOf } from './population.ts';
import type { Invention, World } from './world.ts';
import { type Counts, planParts, textOf, writeInvented } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-synth-'));
afterAll(() => rmSync(folder, { recursive: true }));

const readers = [auAbr, auAsicCompanies, auAsicBusinessNames, auAcnc] as readonly AnySource[];
const world: World = { seed: 1, rows: 2000, broken: 0, next: false, changed: 0.05 };
const all = Object.entries(inventions);

/** The parts as text, and what was counted. */
function invent(invention: Invention, asked: World) {
  const tally = new Map<string, Counts>();
  const job = { world: asked, invention, report: () => {} };
  const texts = planParts(asked, invention).map((part) => Buffer.concat([...textOf(job, part, tally)]).toString());
  const total = (column: keyof Counts) => [...tally.values()].reduce((sum, counts) => sum + counts[column], 0);
  return { texts, total, tally };
}

/** The lines that are rows. */
const rowsIn = (texts: readonly string[]) =>
  texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => /^<ABR |\d\/\d|^\d{11},/.test(line) && !line.startsWith('<?xml'));

function outcomesOf(source: AnySource, texts: readonly string[]) {
  const { format, toRecord } = source as Source<unknown>;
  return texts.flatMap((text) => {
    const reader = format.open();
    const rows = [...reader.take(Buffer.from(text)), ...reader.end()];
    return rows.map(({ row }) => (row instanceof Reject ? row : toRecord(row, new Set())));
  });
}

describe.each(all)('%s', (id, invention) => {
  test('the same seed gives the same text, another seed another', () => {
    expect(invent(invention, world).texts).toEqual(invent(invention, world).texts);
    expect(invent(invention, { ...world, seed: 2 }).texts).not.toEqual(invent(invention, world).texts);
  });

  test('a larger file begins with the rows of the smaller', () => {
    const more = rowsIn(invent(invention, { ...world, rows: 2100 }).texts);
    expect(more.slice(0, 2000)).toEqual(rowsIn(invent(invention, world).texts));
  });

  const source = readers.find((reader) => reader.id === id) as AnySource;

  test('its source reads every row, and rejects exactly the broken ones', () => {
    const isRejected = (outcome: unknown) => outcome instanceof Reject;
    const whole = outcomesOf(source, invent(invention, world).texts);
    expect(whole).toHaveLength(2000);
    expect(whole.filter(isRejected)).toEqual([]);
    const { texts, total } = invent(invention, { ...world, broken: 0.1 });
    expect(total('broken')).toBeGreaterThan(150);
    expect(total('broken')).toBeLessThan(250);
    expect(outcomesOf(source, texts).filter(isRejected)).toHaveLength(total('broken'));
  });

  test('next week differs in the rows that are announced, and in no other', () => {
    const before = rowsIn(invent(invention, { ...world, broken: 0.01 }).texts);
    const { texts, total } = invent(invention, { ...world, broken: 0.01, next: true });
    const after = rowsIn(texts);
    const [had, has] = [new Set(before), new Set(after)];
    expect(total('changed')).toBeGreaterThan(60);
    expect(total('removed')).toBeGreaterThan(2);
    expect(total('added')).toBe(total('removed'));
    expect(before.filter((row) => !has.has(row))).toHaveLength(total('changed') + total('removed'));
    expect(after.filter((row) => !had.has(row))).toHaveLength(total('changed') + total('added'));
    expect(after.filter((row) => had.has(row))).toEqual(before.filter((row) => has.has(row)));
  });

  test('every changed row gives another record, or none', () => {
    const show = (texts: readonly string[]) => outcomesOf(source, texts).map((outcome) => JSON.stringify(outcome));
    const had = new Set(show(invent(invention, world).texts));
    const { texts, total, tally } = invent(invention, { ...world, next: true });
    const skipped = tally.get('individuals');
    const news = total('changed') + total('added') - (skipped ? skipped.changed + skipped.added : 0);
    expect(show(texts).filter((record) => !had.has(record))).toHaveLength(news);
  });
});

test('a million members have numbers that are valid, and each its own', () => {
  const numbers = new Set<number>();
  const wrong: string[] = [];
  for (let index = 0; index < 1_000_000; index++) {
    const { abn, acn } = numbersOf(1, index);
    numbers.add(Number(abn));
    // The ranges of the two are apart, so that they never meet further on either.
    if (abn.charAt(2) === '7' ? acn : !acn) wrong.push(abn);
    if (index % 50 > 0) continue;
    if (!parseAbn(abn) || (acn && (!parseAcn(acn) || abn.slice(2) !== acn))) wrong.push(abn);
  }
  expect(numbers.size).toBe(1_000_000);
  expect(wrong).toEqual([]);
  for (const index of [99_999_998, 99_999_999]) expect(parseAbn(numbersOf(1, index).abn)).toBeDefined();
});

test('each company, charity and holder is found by its number, and is one', () => {
  const companies = new Set<number>();
  for (let nth = 0; nth < 1890; nth++) companies.add(indexOfCompany(7, nth));
  const members = Array.from({ length: 10_000 }, (_, index) => index);
  expect([...companies].sort((a, b) => a - b)).toEqual(
    members.filter((index) => kindOf(7, index).group === 'companies'),
  );
  const charities = Array.from({ length: 30 }, (_, nth) => memberOf(7, indexOfCharity(7, nth)));
  expect(charities.filter(({ kind, cancelled }) => cancelled || !/OIE|PUB/.test(kind.code))).toEqual([]);
  for (let nth = 0; nth < 100; nth++) expect(namesHeldBy(7, indexOfHolder(7, nth))).toContain(nth);
});

test('the sources speak of the same population', () => {
  const abr = invent(inventions['au-abr'] as Invention, { ...world, rows: 5000 }).texts.join('');
  const known = new Map(
    abr
      .matchAll(/<NonIndividualNameText>([^<]*)<.*<ASICNumber [^>]*>(\d{9})</g)
      .map(([, name = '', acn = '']) => [acn, name.replaceAll('&amp;', '&')]),
  );
  const names = invent(inventions['au-asic-companies'] as Invention, { ...world, rows: 1000 }).texts.join('');
  const rows = names.split('\r\n').filter((line) => line.includes('\tY\t'));
  expect(rows).toHaveLength(800);
  for (const [name, acn = ''] of rows.map((row) => row.split('\t'))) expect(known.get(acn)).toBe(name);
});

test('the business register comes as a zip of parts that say how many rows they hold', async () => {
  const path = join(folder, 'abr.zip');
  const job = { world: { ...world, next: true }, invention: inventions['au-abr'] as Invention, report: () => {} };
  const { parts } = await writeInvented(job, path);
  const names: string[] = [];
  for await (const { name, bytes } of zipParts(path, /\.xml$/)) {
    let text = '';
    for await (const chunk of bytes) text += chunk.toString();
    names.push(name);
    expect(text).toContain(`<RecordCount>${text.split('\n<ABR ').length - 1}</RecordCount>`);
  }
  expect(names).toEqual([1, 2].map((n) => `20260701_Public0${n}.xml`));
  expect(parts).toBe(2);
  const first = readFileSync(path);
  await writeInvented(job, path);
  expect(readFileSync(path).equals(first)).toBe(true);
});

test('a row of the business register is about as long as a real one', () => {
  const text = invent(inventions['au-abr'] as Invention, { ...world, rows: 5000 }).texts.join('');
  expect(text.length / 5000).toBeGreaterThan(590);
  expect(text.length / 5000).toBeLessThan(640);
});
