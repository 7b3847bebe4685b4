import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyRecord } from '@orgdex/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAbn } from '../../../../server/src/knowledge/rules/identifiers/register-numbers.ts';
import { nameKey } from '../../../../server/src/knowledge/rules/names/name-key.ts';
import type { Source } from '../../../../server/src/knowledge/sources/define-source.ts';
import { findSource } from '../../../../server/src/knowledge/sources/index.ts';
import { Reject, Skip } from '../../../../server/src/knowledge/sources/row-outcome.ts';
import { partsOf } from '../../../../server/src/pipeline/imports/input/files.ts';
import { kindOfBusiness } from '../universe/australia.ts';
import { companyOf } from '../universe/company.ts';
import { gleifColumns } from './gleif.ts';
import { idOf, pageOf, trapsOf, unregisteredIn } from './pages.ts';
import { rates, type Trap } from './rates.ts';
import { rowsIn, type TruthRow, truthFiles, writeTruth } from './truth.ts';

const population = { seed: 1, companies: 2000 };
const folder = mkdtempSync(join(tmpdir(), 'orgdex-truth-'));
afterAll(() => rmSync(folder, { recursive: true }));

let truth: Record<'source' | 'key' | 'entity' | 'traps', string>[];
beforeAll(async () => {
  await writeTruth(population, folder);
  truth = parse(readFileSync(join(folder, 'truth.csv')), { columns: true });
});

/** What the reader of a source makes of its file. */
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

test.each(truthFiles)('$source: the reader rejects nothing, and the truth lists each record once', async (file) => {
  const outcomes = await read(file.source, join(folder, file.name));
  expect(outcomes).toHaveLength([...rowsIn(file, population)].length);
  const keys = truth.filter(({ source }) => source === file.source).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const records = outcomes.filter((outcome): outcome is CompanyRecord => !(outcome instanceof Skip));
  expect(keys.sort()).toEqual(records.map(({ key }) => key).sort());
});

const companiesIn = (count: number, seed = 3) => Array.from({ length: count }, (_, nth) => companyOf(seed, 'AU', nth));

test('two companies have the same name in a state only where it is planned', () => {
  const named = Map.groupBy(companiesIn(10_000), ({ name, place }) => `${nameKey('AU', name)} ${place.region}`);
  const shared = [...named.values()].filter((alike) => alike.length > 1);
  expect(shared.length).toBeGreaterThan(50);
  for (const alike of shared) expect(alike.map(({ relation }) => relation?.trap)).toEqual(['namesake', 'namesake']);
});

test('every spelling of a legal form gives the same normalized name, except for trusts', () => {
  for (let nth = 0; nth < 40; nth++) {
    const { code, forms, onTheWeb } = kindOfBusiness(nth);
    const own = 'Ironmere & Quill Sensors';
    const spelled = [
      ...forms.map(({ before, after }) => before + own + after),
      ...onTheWeb.map((form) => form.replace('*', own)),
    ];
    if (code !== 'DTT')
      expect(new Set(spelled.map((name) => nameKey('AU', name)))).toEqual(new Set(['ironmere and quill sensors']));
  }
});

test('the members of a group share one domain, which a former owner may still have', () => {
  const companies = companiesIn(20_000);
  for (const members of Map.groupBy(companies, ({ host }) => host).values())
    if (members.length > 1)
      expect(members.filter(({ relation }) => relation?.trap === 'shared domain').length).toBeGreaterThan(0);
  const [loser] = companies.filter(({ formerHost }) => formerHost);
  const [owner] = companies.filter(({ host }) => host === loser?.formerHost);
  expect(owner?.relation).toMatchObject({ trap: 're-used domain', nth: 1 });
});

test('a former name that was taken is the name of another company in the same state', () => {
  const companies = companiesIn(5000).filter(({ relation }) => relation?.trap === 'former name taken');
  const [renamed] = companies;
  const taker = companies.find(({ relation }) => relation?.nth === 1 && relation.first === renamed?.relation?.first);
  expect(renamed?.former?.text).toBe(taker?.own.text);
  expect(renamed?.place.region).toBe(taker?.place.region);
  expect(renamed?.own.text).not.toBe(taker?.own.text);
});

test('a business without a register may have the name of a company of its state, and one abroad that of a local one', () => {
  const pages = Array.from({ length: unregisteredIn(population) }, (_, nth) => pageOf(population, -1 - nth));
  for (const trap of ['informal namesake', 'namesake abroad'] as const) {
    const companies = companiesIn(population.companies, 1).filter((company) =>
      trapsOf(company, population).includes(trap),
    );
    const found = pages.filter(({ traps }) => traps.includes(trap));
    expect(found.length).toBeGreaterThan(1);
    expect(found.map(({ name }) => name)).toEqual(companies.map(({ own }) => own.text));
    for (const [at, { seat }] of found.entries())
      expect(seat.country === 'AU' && seat.region === companies[at]?.place.region).toBe(trap === 'informal namesake');
  }
});

describe('in 20,000 companies', () => {
  const large = { seed: 5, companies: 20_000 };
  const rows = new Map<string, TruthRow[]>();
  beforeAll(() => {
    for (const file of truthFiles) rows.set(file.source, [...rowsIn(file, large)]);
  });
  const rowsOf = (source: string) => rows.get(source) ?? [];
  const share = (source: string, trap: Trap) =>
    rowsOf(source).filter(({ traps }) => traps.includes(trap)).length / rowsOf(source).length;

  test('every business is in the business register, and every company in the company register', () => {
    expect(rowsOf('au-abr')).toHaveLength(20_000);
    const companies = companiesIn(20_000, 5)
      .filter(({ numbers }) => numbers.acn)
      .map(idOf);
    expect(new Set(rowsOf('au-asic-companies').map(({ entity }) => entity))).toEqual(new Set(companies));
  });

  test('the other sources have the planned coverage, and overlap', () => {
    const registered = (source: string) =>
      new Set(
        rowsOf(source)
          .map(({ entity }) => entity)
          .filter((entity) => entity.startsWith('c')),
      );
    const { inGleif, inBothWebSets, inPdlAlone } = rates.companies;
    const [lei, pdl, bigpicture] = [registered('gleif'), registered('pdl'), registered('bigpicture')];
    expect(lei.size / 20_000).toBeCloseTo(inGleif, 2);
    // Slightly more: companies that share a domain are on the web more often.
    expect(pdl.size / 20_000).toBeGreaterThan(inBothWebSets + inPdlAlone);
    expect(pdl.size / 20_000).toBeLessThan(inBothWebSets + inPdlAlone + 0.03);
    expect(pdl.intersection(bigpicture).size / 20_000).toBeCloseTo(inBothWebSets + 0.01, 1);
  });

  test.each([
    ['pdl', 'typing error', rates.pdl.typingError],
    ['pdl', 'no country', rates.pdl.noCountry],
    ['pdl', 'former name', 0.04 * rates.pdl.stale],
    ['pdl', 'former state', 0.03 * rates.pdl.stale],
    ['bigpicture', 'other slug', rates.bigpicture.otherSlug],
    ['au-abr', 'namesake', 0.02],
    ['gleif', 'wrong number', rates.gleif.wrongDigit],
    ['gleif', "stranger's number", rates.gleif.strangersNumber],
  ] as const)('%s: the planned number of rows has the trap "%s"', (source, trap, rate) => {
    expect(share(source, trap)).toBeGreaterThan(rate / 2.5);
    expect(share(source, trap)).toBeLessThan(rate * 2.5);
  });

  test("a mistyped number fails its check, and a stranger's number is valid and belongs to another company", () => {
    const at = gleifColumns.indexOf('Entity.RegistrationAuthority.RegistrationAuthorityEntityID');
    const numberIn = ({ text }: TruthRow) => text.split('","')[at] ?? '';
    const abns = new Map(rowsOf('au-abr').map(({ key, entity }) => [key, entity]));
    const withTrap = (trap: Trap) => rowsOf('gleif').filter(({ traps }) => traps.includes(trap));
    expect(withTrap('wrong number').length).toBeGreaterThan(0);
    for (const row of withTrap('wrong number')) expect(parseAbn(numberIn(row))).toBeUndefined();
    expect(withTrap("stranger's number").length).toBeGreaterThan(0);
    for (const row of withTrap("stranger's number")) {
      const owner = abns.get(parseAbn(numberIn(row)) as string);
      expect(owner).toBeDefined();
      expect(owner).not.toBe(row.entity);
    }
  });
});
