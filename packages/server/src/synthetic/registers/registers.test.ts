import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyRecord } from '@orgdex/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAbn, parseAcn } from '../../knowledge/rules/identifiers/register-numbers.ts';
import type { AnySource, Source } from '../../knowledge/sources/define-source.ts';
import { findSource } from '../../knowledge/sources/index.ts';
import { Reject } from '../../knowledge/sources/row-outcome.ts';
import { zipParts } from '../../pipeline/imports/input/archive.ts';
import { gleifColumns } from './gleif-row.ts';
import { syntheticRegisters } from './index.ts';
import { indexOfHolder, namesHeldBy } from './population/business-names.ts';
import { indexOfCharity, indexOfCompany, kindOf, memberOf, numbersOf } from './population/population.ts';
import type { Population, SyntheticRegister } from './writing/register-writer.ts';
import { type Counts, entriesOf, type Job, planParts, textOf, writeSynthetic } from './writing/write.ts';
import { zipOfMany } from './writing/zip-of-many.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-synth-'));
afterAll(() => rmSync(folder, { recursive: true }));

const population: Population = { seed: 1, rows: 2000, broken: 0, next: false, changed: 0.05 };
const all = Object.entries(syntheticRegisters).flatMap(([id, register]) => [
  { id, title: id, register },
  ...Object.entries(register.forms ?? {}).map(([form, other]) => ({
    id,
    title: `${id} as ${form}`,
    register: other,
  })),
]);

/** The readers skip these rows, so a change to one is not visible. */
const skippedGroups = [
  ...['individuals', 'funds', 'persons and funds', 'no trading name', 'no website'],
  ...['not served', 'no country'],
];

/** The text of the parts, the rows in the order of their indexes, and the counts. */
function generate(register: SyntheticRegister, asked: Population) {
  const tally = new Map<string, Counts>();
  const written: [number, string][] = [];
  const watched: SyntheticRegister = {
    ...register,
    rowOf(of, index, fate) {
      const row = register.rowOf(of, index, fate);
      if (fate !== 'removed') written.push([index, row.text]);
      return row;
    },
  };
  const job = { population: asked, register: watched, report: () => {} };
  const texts = textsOf(job, tally);
  const rows = written.sort(([a], [b]) => a - b).map(([, text]) => text);
  const sum = (column: keyof Counts, groups: readonly string[]) =>
    groups.reduce((total, group) => total + (tally.get(group)?.[column] ?? 0), 0);
  return {
    texts,
    rows,
    total: (column: keyof Counts) => sum(column, [...tally.keys()]),
    skipped: (column: keyof Counts) => sum(column, skippedGroups),
  };
}

function textsOf(job: Job, tally: Map<string, Counts>): string[] {
  const { archive } = job.register;
  if (archive && 'nameOfRow' in archive)
    return [...entriesOf(job, archive.nameOfRow, tally)].map(({ bytes }) => bytes.toString());
  return planParts(job.population, job.register).map((part) => Buffer.concat([...textOf(job, part, tally)]).toString());
}

function outcomesOf(source: AnySource, texts: readonly string[]) {
  const { format, toRecord } = source as Source<unknown>;
  return texts.flatMap((text) => {
    const reader = format.open();
    const rows = [...reader.take(Buffer.from(text)), ...reader.end()];
    return rows.map(({ row }) => (row instanceof Reject ? row : toRecord(row, new Set())));
  });
}

/** Computes the value at first use, and keeps it. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

describe.each(all)('$title', ({ id, register }) => {
  const source = findSource(id) as AnySource;
  const plain = lazily(() => generate(register, population));
  const outcomes = lazily(() => outcomesOf(source, plain().texts));

  test('the same seed gives the same text, and another seed a different one', () => {
    expect(generate(register, population).texts).toEqual(plain().texts);
    expect(generate(register, { ...population, seed: 2 }).texts).not.toEqual(plain().texts);
  });

  test('a larger file starts with the rows of a smaller one', () => {
    const { rows } = generate(register, { ...population, rows: 2100 });
    expect(rows.slice(0, 2000)).toEqual(plain().rows);
  });

  test('its source reads every row, and rejects exactly the broken ones', () => {
    const isRejected = (outcome: unknown) => outcome instanceof Reject;
    expect(outcomes()).toHaveLength(2000);
    expect(outcomes().filter(isRejected)).toEqual([]);
    const { texts, total } = generate(register, { ...population, broken: 0.1 });
    expect(total('broken')).toBeGreaterThan(150);
    expect(total('broken')).toBeLessThan(250);
    expect(outcomesOf(source, texts).filter(isRejected)).toHaveLength(total('broken'));
  });

  test('the file of the following week differs only in the rows that were counted', () => {
    const { rows: before } = generate(register, { ...population, broken: 0.01 });
    const { rows: after, total } = generate(register, { ...population, broken: 0.01, next: true });
    const [had, has] = [new Set(before), new Set(after)];
    expect(total('changed')).toBeGreaterThan(60);
    expect(total('removed')).toBeGreaterThan(2);
    expect(total('added')).toBe(total('removed'));
    expect(before.filter((row) => !has.has(row))).toHaveLength(total('changed') + total('removed'));
    expect(after.filter((row) => !had.has(row))).toHaveLength(total('changed') + total('added'));
    expect(after.filter((row) => had.has(row))).toEqual(before.filter((row) => has.has(row)));
  });

  test('every changed row gives a different record, or none', () => {
    const show = (outcome: unknown) => JSON.stringify(outcome);
    const had = new Set(outcomes().map(show));
    const { texts, total, skipped } = generate(register, { ...population, next: true });
    const news = total('changed') + total('added') - skipped('changed') - skipped('added');
    expect(
      outcomesOf(source, texts)
        .map(show)
        .filter((record) => !had.has(record)),
    ).toHaveLength(news);
  });
});

test('a million members have valid and unique numbers', () => {
  const numbers = new Set<number>();
  const wrong: string[] = [];
  for (let index = 0; index < 1_000_000; index++) {
    const { abn, acn } = numbersOf(1, index);
    numbers.add(Number(abn));
    // The two ranges are disjoint, so they never overlap at larger sizes either.
    if (abn.charAt(2) === '7' ? acn : !acn) wrong.push(abn);
    if (index % 50 > 0) continue;
    if (!parseAbn(abn) || (acn && (!parseAcn(acn) || abn.slice(2) !== acn))) wrong.push(abn);
  }
  expect(numbers.size).toBe(1_000_000);
  expect(wrong).toEqual([]);
  for (const index of [99_999_998, 99_999_999]) expect(parseAbn(numbersOf(1, index).abn)).toBeDefined();
});

test('each company, charity and name holder is found by its number, and has the right type', () => {
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

test('the sources contain the same population', () => {
  const abr = generate(syntheticRegisters['au-abr'] as SyntheticRegister, { ...population, rows: 5000 }).texts.join('');
  const known = new Map(
    abr
      .matchAll(/<NonIndividualNameText>([^<]*)<.*<ASICNumber [^>]*>(\d{9})</g)
      .map(([, name = '', acn = '']) => [acn, name.replaceAll('&amp;', '&')]),
  );
  const names = generate(syntheticRegisters['au-asic-companies'] as SyntheticRegister, {
    ...population,
    rows: 1000,
  }).texts.join('');
  const rows = names.split('\r\n').filter((line) => line.includes('\tY\t'));
  expect(rows).toHaveLength(800);
  for (const [name, acn = ''] of rows.map((row) => row.split('\t'))) expect(known.get(acn)).toBe(name);
});

test('the business register is a zip of parts, each with its number of rows', async () => {
  const path = join(folder, 'abr.zip');
  const job = {
    population: { ...population, next: true },
    register: syntheticRegisters['au-abr'] as SyntheticRegister,
    report: () => {},
  };
  const { parts } = await writeSynthetic(job, path);
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
  await writeSynthetic(job, path);
  expect(readFileSync(path).equals(first)).toBe(true);
});

test('a row of the business register is about as long as in the real file', () => {
  const text = generate(syntheticRegisters['au-abr'] as SyntheticRegister, { ...population, rows: 5000 }).texts.join(
    '',
  );
  expect(text.length / 5000).toBeGreaterThan(590);
  expect(text.length / 5000).toBeLessThan(640);
});

test('the golden copy has its 338 columns', () => {
  expect(gleifColumns).toHaveLength(338);
  expect(new Set(gleifColumns).size).toBe(338);
});

test('the golden copy as JSON is one document, regardless of which rows are removed', () => {
  const { texts, rows } = generate(syntheticRegisters.gleif?.forms?.json as SyntheticRegister, {
    ...population,
    next: true,
    changed: 0.3,
  });
  expect(JSON.parse(texts[0] as string).records).toEqual(rows.map((row) => JSON.parse(row)));
});

test('national and global sources contain the same companies', () => {
  const recordsOf = (id: string, rows: number) =>
    outcomesOf(
      findSource(id) as AnySource,
      generate(syntheticRegisters[id] as SyntheticRegister, { ...population, rows }).texts,
    ).filter((outcome): outcome is CompanyRecord => 'key' in outcome && 'type' in outcome);
  const named = new Map(
    ['nz-nzbn', 'sg-acra', 'jp-nta', 'au-asic-companies']
      .flatMap((id) => recordsOf(id, 2000))
      .filter(({ name, former_names }) => name && !former_names)
      .map(({ identifiers = {}, name }) => [
        identifiers.nzbn ?? identifiers.uen ?? identifiers.jcn ?? identifiers.acn,
        name,
      ]),
  );
  const shared = recordsOf('gleif', 2000).filter(({ identifiers: { nzbn, uen, jcn, acn } = {} }) =>
    named.has(nzbn ?? uen ?? jcn ?? acn),
  );
  expect(new Set(shared.map(({ country }) => country))).toEqual(new Set(['NZ', 'SG', 'JP', 'AU']));
  for (const { name, identifiers: { nzbn, uen, jcn, acn } = {} } of shared)
    expect(named.get(nzbn ?? uen ?? jcn ?? acn)?.toUpperCase()).toBe(name?.toUpperCase());
});

test('a zip of more than 65,535 small files (Zip64) is read to the last file', async () => {
  const path = join(folder, 'many.zip');
  const count = 1000;
  const files = Array.from({ length: count }, (_, n) => ({ name: `f${n}.json`, bytes: Buffer.from(`{"n":${n}}`) }));
  writeFileSync(path, Buffer.concat([...zipOfMany(files)]));
  let sum = 0;
  for await (const { bytes } of zipParts(path, /99\.json$/, count))
    for await (const chunk of bytes) sum += JSON.parse(chunk.toString()).n;
  const wanted = files.map((_, n) => n).filter((n) => n % 100 === 99);
  expect(sum).toBe(wanted.reduce((total, n) => total + n, 0));
});
