import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyRecord } from '@orgdex/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAbn } from '../../knowledge/rules/identifiers/register-numbers.ts';
import { nameKey } from '../../knowledge/rules/names/name-key.ts';
import type { Source } from '../../knowledge/sources/define-source.ts';
import { findSource } from '../../knowledge/sources/index.ts';
import { Reject, Skip } from '../../knowledge/sources/row-outcome.ts';
import { partsOf } from '../../pipeline/imports/input/files.ts';
import { gleifColumns } from '../registers/gleif-row.ts';
import { companyOf } from './company.ts';
import type { TruthRow } from './file.ts';
import { kindsByShare } from './kinds.ts';
import { ownName } from './own-name.ts';
import { pageOf, unregisteredIn } from './page.ts';
import { blockSize, groupSizes, pairsPerBlock, rates, type Trap } from './rates.ts';
import { relationOf } from './relations.ts';
import { rowsIn, truthFiles, writeKnownPopulation } from './write.ts';

const population = { seed: 1, companies: 2000 };
const folder = mkdtempSync(join(tmpdir(), 'orgdex-truth-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Line {
  source: string;
  key: string;
  entity: string;
  traps: string;
}
let truth: Line[];
let written: Awaited<ReturnType<typeof writeKnownPopulation>>;
beforeAll(async () => {
  written = await writeKnownPopulation({ population, folder, report: () => {} });
  truth = parse(readFileSync(join(folder, 'truth.csv')), { columns: true });
});

/** The records that the reader of a source makes of its file. */
async function read(id: string, path: string): Promise<(CompanyRecord | Skip)[]> {
  const { format, toRecord } = findSource(id) as Source<unknown>;
  const records: (CompanyRecord | Skip)[] = [];
  for await (const part of partsOf([path], format, [])) {
    const reader = format.open();
    const take = (row: unknown) => {
      const outcome = row instanceof Reject ? row : toRecord(row, new Set());
      if (outcome instanceof Reject) throw new Error(outcome.reason);
      records.push(outcome as CompanyRecord | Skip);
    };
    for await (const bytes of part.bytes) for (const { row } of reader.take(bytes)) take(row);
    for (const { row } of reader.end()) take(row);
  }
  return records;
}

describe.each(truthFiles)('$source', ({ source, name }) => {
  test('the reader rejects nothing, and the truth lists each record once', async () => {
    const outcomes = await read(source, join(folder, name));
    const records = outcomes.filter((outcome): outcome is CompanyRecord => !(outcome instanceof Skip));
    expect(outcomes).toHaveLength(written.get(source)?.rows ?? 0);
    expect(records).toHaveLength(written.get(source)?.records ?? 0);
    const keys = truth.filter((line) => line.source === source).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.sort()).toEqual(records.map(({ key }) => key).sort());
  });
});

test('the same seed writes the same bytes, and another seed different ones', async () => {
  const again = mkdtempSync(join(tmpdir(), 'orgdex-truth-'));
  const bytesIn = (path: string) =>
    [...truthFiles.map(({ name }) => name), 'truth.csv'].map((name) => readFileSync(join(path, name)).toString('hex'));
  await writeKnownPopulation({ population, folder: again, report: () => {} });
  expect(bytesIn(again)).toEqual(bytesIn(folder));
  await writeKnownPopulation({ population: { ...population, seed: 2 }, folder: again, report: () => {} });
  for (const [at, bytes] of bytesIn(again).entries()) expect(bytes).not.toBe(bytesIn(folder)[at]);
  rmSync(again, { recursive: true });
});

test('two companies have the same name in a state only where it is planned', () => {
  const companies = Array.from({ length: 10_000 }, (_, index) => companyOf({ seed: 3, companies: 10_000 }, index));
  const named = Map.groupBy(companies, ({ name, place }) => `${nameKey('AU', name)} ${place.state}`);
  const shared = [...named.values()].filter((alike) => alike.length > 1);
  expect(shared).toHaveLength((10_000 / blockSize) * pairsPerBlock.namesake);
  for (const alike of shared) expect(alike.map(({ traps }) => traps)).toEqual([['namesake'], ['namesake']]);
});

test('a million names are unique', () => {
  const names = new Set<string>();
  for (let index = 0; index < 500_000; index++) {
    names.add(ownName(1, index, 'current'));
    names.add(ownName(1, 4_600_000 + index, 'unregistered'));
  }
  expect(names.size).toBe(1_000_000);
});

test('every spelling of a legal form gives the same normalized name, except for trusts', () => {
  for (const { code, forms, onTheWeb } of new Set(kindsByShare)) {
    const keys = [...forms, ...onTheWeb].map((form) => nameKey('AU', form.replace('*', 'Ironmere & Quill Sensors')));
    if (code !== 'DTT') expect(new Set(keys)).toEqual(new Set(['ironmere and quill sensors']));
  }
});

test('the members of a group share one domain, and no other company has it', () => {
  const whole = { seed: 1, companies: groupSizes.length * blockSize };
  const companies = Array.from({ length: whole.companies }, (_, index) => companyOf(whole, index));
  const owners = Map.groupBy(companies, ({ host }) => host);
  const sizes = [...owners.values()].map((members) => members.length).filter((size) => size > 1);
  expect(sizes).toEqual([...groupSizes]);
  expect(Math.min(...sizes)).toBe(2);
  expect(Math.max(...sizes)).toBe(20);
});

test('the former and the current owner of a domain are distinguished', () => {
  const companies = Array.from({ length: blockSize }, (_, index) =>
    companyOf({ seed: 1, companies: blockSize }, index),
  );
  const [loser] = companies.filter(({ formerHost }) => formerHost);
  expect(companies.find(({ host }) => host === loser?.formerHost)?.index).toBe((loser?.index ?? 0) + 1);
});

test('a former name that was reused is the name of another company in the same state', () => {
  const companies = Array.from({ length: blockSize }, (_, index) =>
    companyOf({ seed: 1, companies: blockSize }, index),
  );
  const [renamed, taker] = companies.filter(({ traps }) => traps.includes('former name taken'));
  expect(renamed?.formerOwnName).toBe(taker?.ownName);
  expect(renamed?.place.state).toBe(taker?.place.state);
  expect(renamed?.ownName).not.toBe(taker?.ownName);
});

test('one informal company has the name of a company of the same state, and one abroad has the name of a local one', () => {
  const pages = Array.from({ length: unregisteredIn(population) }, (_, nth) => pageOf(population, -1 - nth));
  const find = (trap: Trap) => pages.filter(({ traps }) => traps.includes(trap));
  const companies = Array.from({ length: population.companies }, (_, index) => pageOf(population, index));
  expect(find('informal namesake')).toHaveLength(2);
  expect(find('namesake abroad')).toHaveLength(8);
  for (const { ownName: name, seat } of find('informal namesake')) {
    const [company] = companies.filter(
      ({ traps, seat: other }) => traps.includes('informal namesake') && other.region === seat.region,
    );
    expect(companyOf(population, Number(company?.id.slice(1))).ownName).toBe(name);
  }
});

test('an incomplete last block has no relations', () => {
  for (let index = 0; index < blockSize; index++)
    expect(relationOf({ seed: 1, companies: blockSize - 1 }, index)).toBeUndefined();
});

describe('in 20,000 companies', () => {
  const large = { seed: 5, companies: 20_000 };
  const rows = new Map<string, TruthRow[]>();
  beforeAll(() => {
    for (const file of truthFiles) rows.set(file.source, rowsIn(file, large));
  });
  const rowsOf = (source: string) => rows.get(source) ?? [];
  const share = (source: string, trap: Trap) =>
    rowsOf(source).filter(({ traps }) => traps.includes(trap)).length / rowsOf(source).length;
  const cellsOf = (source: string) =>
    parse(
      rowsOf(source)
        .map(({ text }) => text)
        .join(''),
      { escape: '\\' },
    ) as string[][];

  test('every company is in the business register, and every incorporated company in the company register', () => {
    expect(rowsOf('au-abr')).toHaveLength(20_000);
    const byLaw = Array.from({ length: 20_000 }, (_, index) => companyOf(large, index)).filter(({ acn }) => acn).length;
    expect(new Set(rowsOf('au-asic-companies').map(({ entity }) => entity)).size).toBe(byLaw);
  });

  test('the other sources have the planned coverage, and overlap', () => {
    const registered = (source: string) =>
      new Set(
        rowsOf(source)
          .map(({ entity }) => entity)
          .filter((entity) => entity.startsWith('c')),
      );
    const { inGleif, inBothWebSets, inPdlAlone, inBigpictureAlone } = rates.companies;
    const [lei, pdl, bigpicture] = [registered('gleif'), registered('pdl'), registered('bigpicture')];
    expect(lei.size / 20_000).toBeCloseTo(inGleif, 2);
    // Slightly more: companies that share a domain are on the web more often.
    expect(pdl.size / 20_000).toBeGreaterThan(inBothWebSets + inPdlAlone);
    expect(pdl.size / 20_000).toBeLessThan(inBothWebSets + inPdlAlone + 0.03);
    expect(bigpicture.size / 20_000).toBeGreaterThan(inBothWebSets + inBigpictureAlone - 0.01);
    expect(pdl.intersection(bigpicture).size / 20_000).toBeCloseTo(inBothWebSets + 0.01, 1);
  });

  test('the first web dataset has as many empty cells as the real one', () => {
    const cells = cellsOf('pdl');
    const empty = (column: number) => cells.filter((row) => row[column] === '').length / cells.length;
    const { noCountry, noFounded, noIndustry, noWebsite } = rates.pdl;
    expect(empty(0)).toBeCloseTo(noCountry, 1);
    expect(Math.abs(empty(0) - noCountry)).toBeLessThan(0.015);
    expect(Math.abs(empty(1) - noFounded)).toBeLessThan(0.015);
    expect(Math.abs(empty(3) - noIndustry)).toBeLessThan(0.015);
    expect(Math.abs(empty(9) - noWebsite)).toBeLessThan(0.015);
  });

  test.each([
    ['pdl', 'typing error', rates.pdl.typingError],
    ['pdl', 'no country', rates.pdl.noCountry],
    ['pdl', 'former name', rates.companies.renamed * rates.pdl.stale],
    ['pdl', 'former state', rates.companies.moved * rates.pdl.stale],
    ['bigpicture', 'other slug', rates.bigpicture.otherSlug],
    ['au-abr', 'namesake', (2 * pairsPerBlock.namesake) / blockSize],
    ['gleif', 'wrong number', rates.gleif.wrongDigit],
    ['gleif', "stranger's number", rates.gleif.strangersNumber],
  ] as const)('%s: the planned number of rows has the trap "%s"', (source, trap, rate) => {
    expect(share(source, trap)).toBeGreaterThan(rate / 2);
    expect(share(source, trap)).toBeLessThan(rate * 2);
  });

  test("a mistyped number fails its check, and a stranger's number is valid and belongs to another company", () => {
    const at = gleifColumns.indexOf('Entity.RegistrationAuthority.RegistrationAuthorityEntityID');
    const numberIn = ({ text }: TruthRow) => text.split('","')[at] ?? '';
    const abns = new Map(rowsOf('au-abr').map(({ key, entity }) => [key, entity]));
    const [wrong, strange] = (['wrong number', "stranger's number"] as const).map((trap) =>
      rowsOf('gleif').filter(({ traps }) => traps.includes(trap)),
    );
    expect(wrong?.length).toBeGreaterThan(0);
    expect(strange?.length).toBeGreaterThan(0);
    for (const row of wrong ?? []) {
      expect(numberIn(row)).toMatch(/^\d{11}$/);
      expect(parseAbn(numberIn(row))).toBeUndefined();
    }
    for (const row of strange ?? []) {
      const owner = abns.get(parseAbn(numberIn(row)) as string);
      expect(owner).toBeDefined();
      expect(owner).not.toBe(row.entity);
    }
  });

  test('a page has the same slug in both datasets, with a few exceptions', () => {
    const slugs = new Map(cellsOf('pdl').map((row, at) => [rowsOf('pdl')[at]?.entity, row[4]?.split('/').at(-1)]));
    const both = rowsOf('bigpicture').filter(({ entity }) => slugs.has(entity));
    const other = both.filter(({ key, entity }) => key !== undefined && slugs.get(entity) !== key);
    expect(other.length / both.length).toBeGreaterThan(0.02);
    expect(other.length / both.length).toBeLessThan(0.06);
    for (const { traps } of other) expect(traps).toContain('other slug');
  });
});
