import { readdirSync, readFileSync } from 'node:fs';
import { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnySource, Source } from './define-source.ts';
import { sources } from './index.ts';
import { type Outcome, Reject, Skip } from './row-outcome.ts';

const folderOf = ({ id }: AnySource) => new URL(`../../../fixtures/sources/${id}/`, import.meta.url);
const origins = readFileSync(new URL('../../../fixtures/README.md', import.meta.url), 'utf8');
const company = Compile(CompanyRecord);
const person = Compile(PersonRecord);

interface Read {
  file: string;
  line: number;
  outcome: Outcome;
}

/** In pieces so small that rows, lines and characters are cut. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

function readFixture(source: AnySource, switchedOn: ReadonlySet<string>): Read[] {
  const { format, toRecord } = source as Source<unknown>;
  const folder = folderOf(source);
  const files = readdirSync(folder).filter((name) => name.startsWith('sample'));
  return files.sort().flatMap((file) => {
    const reader = format.open();
    const bytes = readFileSync(new URL(file, folder));
    const rows = [...piecesOf(bytes).flatMap((piece) => reader.take(piece)), ...reader.end()];
    return rows.map(({ line, row }) => ({
      file,
      line,
      outcome: row instanceof Reject ? row : toRecord(row, switchedOn),
    }));
  });
}

function show({ file, line, outcome }: Read): object {
  if (outcome instanceof Skip) return { file, line, skip: outcome.reason };
  if (outcome instanceof Reject) return { file, line, reject: outcome.reason, key: outcome.key };
  return { file, line, record: outcome };
}

const isRecord = (outcome: Outcome): outcome is CompanyRecord | PersonRecord =>
  !(outcome instanceof Skip) && !(outcome instanceof Reject);

const recordsOf = (rows: readonly Read[]) => rows.map(({ outcome }) => outcome).filter(isRecord);

/** Nothing switched on, then each switch by itself. */
const casesOf = ({ switches = {} }: AnySource): [string, Set<string>][] => [
  ['records.json', new Set()],
  ...Object.keys(switches).map((name): [string, Set<string>] => [`records.${name}.json`, new Set([name])]),
];

describe.each(sources.map((source) => [source.id, source] as const))('%s', (_, source) => {
  describe.each(casesOf(source))('%s', (file, switchedOn) => {
    let rows: Read[];
    beforeAll(() => {
      rows = readFixture(source, switchedOn);
    });

    test('its sample gives the expected records, skips and rejections', async () => {
      const text = `${JSON.stringify(rows.map(show), null, 2)}\n`;
      await expect(text).toMatchFileSnapshot(new URL(file, folderOf(source)).pathname);
    });

    test('its sample contains at least one record, and each matches the contract', () => {
      const records = recordsOf(rows);
      expect(records.length).toBeGreaterThan(0);
      const faults = records.flatMap((record) => (record.type === 'person' ? person : company).Errors(record));
      expect(faults).toEqual([]);
    });

    test('each key is unique', () => {
      const keys = recordsOf(rows).map(({ type, key }) => `${type} ${key}`);
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    });

    test('a reason contains no number from the row', () => {
      const reasons = rows.map(({ outcome }) => (isRecord(outcome) ? '' : outcome.reason));
      expect(reasons.filter((reason) => /\d{4}/.test(reason))).toEqual([]);
    });
  });

  test('it has its facts and the attribution that its license requires', () => {
    const { id, title, country, license, attribution, homepage, expected } = source;
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    if (country) expect(id.startsWith(`${country.toLowerCase()}-`)).toBe(true);
    expect([title, license, attribution].filter((text) => text.trim() === '')).toEqual([]);
    expect(URL.parse(homepage)?.protocol).toBe('https:');
    expect(expected.min).toBeGreaterThan(0);
    expect(expected.min).toBeLessThanOrEqual(expected.max);
  });

  test('if it is complete, it is the register of one country, in full files', () => {
    const { complete, country, class: sourceClass, whole } = source;
    if (complete) expect([sourceClass, whole, country]).toEqual(['register', true, expect.any(String)]);
  });

  test('fixtures/README.md has the origin and the license of its sample', () => {
    expect(origins).toMatch(new RegExp(`^\\| \`${source.id}\` \\|.*(?:CC BY|CC0|ODC-By|licen[cs]e)`, 'im'));
  });
});

test('no two sources have the same id', () => {
  expect(new Set(sources.map(({ id }) => id)).size).toBe(sources.length);
});
