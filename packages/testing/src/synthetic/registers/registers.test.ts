import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyRecord } from '@orgdex/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { parseAbn, parseAcn } from '../../../../server/src/knowledge/rules/identifiers/register-numbers.ts';
import type { AnySource, Source } from '../../../../server/src/knowledge/sources/define-source.ts';
import { findSource } from '../../../../server/src/knowledge/sources/index.ts';
import { Reject } from '../../../../server/src/knowledge/sources/row-outcome.ts';
import { zipParts } from '../../../../server/src/pipeline/imports/input/archive.ts';
import type { Fate, Order, SyntheticRegister } from '../files/register.ts';
import { namesHeldBy, rowOfHolder } from '../universe/business-names.ts';
import { companyOf } from '../universe/company.ts';
import { entityAt, groupOf } from '../universe/entities.ts';
import { partsOf, type Tally, writeRegister } from '../write.ts';
import { syntheticRegisters } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-synthetic-'));
afterAll(() => rmSync(folder, { recursive: true }));

const order: Order = { seed: 1, rows: 2000, broken: 0, next: false, changed: 0.05 };

/** The readers skip these rows, so a change to one is not visible. */
const skippedGroups = ['individuals'];

/** The parts as text, the rows in their order, and the counts. */
function generate(register: SyntheticRegister, asked: Order) {
  const tally: Tally = new Map();
  const parts = partsOf({ order: asked, register, tally }).map(({ texts }) => [...texts]);
  const sum = (fate: Fate, groups: Iterable<string>) =>
    [...groups].reduce((total, group) => total + (tally.get(group)?.[fate] ?? 0), 0);
  return {
    texts: parts.map((texts) => texts.join('')),
    rows: parts.flatMap((texts) => texts.slice(1, -1)),
    total: (fate: Fate) => sum(fate, tally.keys()),
    skipped: (fate: Fate) => sum(fate, skippedGroups),
  };
}

function outcomesOf(source: AnySource, texts: readonly string[]) {
  const { format, toRecord } = source as Source<unknown>;
  return texts.flatMap((text) => {
    const reader = format.open();
    const rows = [...reader.take(Buffer.from(text)), ...reader.end()];
    return rows.map(({ row }) => (row instanceof Reject ? row : toRecord(row, new Set())));
  });
}

const isRejected = (outcome: unknown) => outcome instanceof Reject;

describe.each(Object.entries(syntheticRegisters))('%s', (id, register) => {
  const source = findSource(id) as AnySource;
  const plain = generate(register, order);
  const outcomes = outcomesOf(source, plain.texts);

  test('the same seed gives the same text, and another seed a different one', () => {
    expect(generate(register, order).texts).toEqual(plain.texts);
    expect(generate(register, { ...order, seed: 2 }).texts).not.toEqual(plain.texts);
  });

  test('a larger file starts with the rows of a smaller one', () => {
    const { rows } = generate(register, { ...order, rows: 2100 });
    expect(rows.slice(0, 2000)).toEqual(plain.rows);
  });

  test('its source reads every row, and rejects exactly the broken ones', () => {
    expect(outcomes).toHaveLength(2000);
    expect(outcomes.filter(isRejected)).toEqual([]);
    const { texts, total } = generate(register, { ...order, broken: 0.1 });
    expect(total('broken')).toBeGreaterThan(150);
    expect(total('broken')).toBeLessThan(250);
    expect(outcomesOf(source, texts).filter(isRejected)).toHaveLength(total('broken'));
  });

  test('the file of the following week differs only in the rows that were counted', () => {
    const { rows: before } = generate(register, { ...order, broken: 0.01 });
    const { rows: after, total } = generate(register, { ...order, broken: 0.01, next: true });
    const [had, has] = [new Set(before), new Set(after)];
    expect(total('changed')).toBeGreaterThan(60);
    expect(total('removed')).toBeGreaterThan(2);
    expect(total('added')).toBe(2000 * 0.05 * 0.1);
    expect(before.filter((row) => !has.has(row))).toHaveLength(total('changed') + total('removed'));
    expect(after.filter((row) => !had.has(row))).toHaveLength(total('changed') + total('added'));
    expect(after.filter((row) => had.has(row))).toEqual(before.filter((row) => has.has(row)));
  });

  test('every changed row gives a different record, or none', () => {
    const show = (outcome: unknown) => JSON.stringify(outcome);
    const had = new Set(outcomes.map(show));
    const { texts, total, skipped } = generate(register, { ...order, next: true });
    const changed = total('changed') + total('added') - skipped('changed') - skipped('added');
    const records = outcomesOf(source, texts).map(show);
    expect(records.filter((record) => !had.has(record))).toHaveLength(changed);
  });
});

test('a hundred thousand entries of the business register have valid and unique numbers', () => {
  const numbers = new Set<string>();
  const wrong: string[] = [];
  for (let row = 0; row < 100_000; row++) {
    const { abn, acn } = entityAt(1, row);
    numbers.add(abn);
    if (!parseAbn(abn) || (acn && (!parseAcn(acn) || abn.slice(2) !== acn))) wrong.push(abn);
  }
  expect(numbers.size).toBe(100_000);
  expect(wrong).toEqual([]);
  expect(parseAbn(entityAt(1, 89_999_999).abn)).toBeDefined();
});

test('each business is in one row, and each holder of a business name is found by its number', () => {
  const businesses = Array.from({ length: 10_000 }, (_, row) => row).filter((row) => groupOf(7, row) === 'businesses');
  const abns = new Set(businesses.map((row) => entityAt(7, row).abn));
  expect(businesses).toHaveLength(2450);
  for (let nth = 0; nth < 2450; nth++) expect(abns.has(companyOf(7, 'AU', nth).numbers.abn ?? '')).toBe(true);
  for (let nth = 0; nth < 100; nth++) expect(namesHeldBy(7, rowOfHolder(7, nth))).toContain(nth);
});

test('a company has the same name in both registers', () => {
  const recordsOf = (id: string, rows: number) => {
    const { texts } = generate(syntheticRegisters[id] as SyntheticRegister, { ...order, rows });
    return outcomesOf(findSource(id) as AnySource, texts).filter(
      (outcome): outcome is CompanyRecord => 'key' in outcome && 'type' in outcome,
    );
  };
  const named = new Map(recordsOf('au-abr', 5000).map(({ identifiers, name }) => [identifiers?.acn, name]));
  const listed = recordsOf('au-asic-companies', 1000).filter(({ name, former_names }) => name && !former_names);
  expect(listed.length).toBeGreaterThan(500);
  for (const { identifiers, name } of listed) expect(named.get(identifiers?.acn)).toBe(name);
});

test('the business register is a zip of parts, and the same order gives the same bytes', async () => {
  const [path, again] = [join(folder, 'abr.zip'), join(folder, 'again.zip')];
  await writeRegister({ source: 'au-abr', ...order, next: true }, path);
  const names: string[] = [];
  for await (const { name, bytes } of zipParts(path, /\.xml$/)) {
    let text = '';
    for await (const chunk of bytes) text += chunk.toString();
    names.push(name);
    expect(text.split('\n<ABR ').length).toBeGreaterThan(900);
  }
  expect(names).toEqual([1, 2].map((n) => `20260701_Public0${n}.xml`));
  await writeRegister({ source: 'au-abr', ...order, next: true }, again);
  expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
});

test('a row of the business register is about as long as in the real file', () => {
  const { texts } = generate(syntheticRegisters['au-abr'] as SyntheticRegister, { ...order, rows: 5000 });
  expect(texts.join('').length / 5000).toBeGreaterThan(580);
  expect(texts.join('').length / 5000).toBeLessThan(640);
});
