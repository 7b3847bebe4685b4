import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fingerprintOf, fingerprintText, KnownRows } from './known-rows.ts';
import { hashFiles, readingRulesOf } from './reading.ts';

test('only rows that were added are known, also by another thread that has the same memory', () => {
  const rows = KnownRows.withRoomFor(10_000);
  for (let n = 0; n < 10_000; n += 1) rows.add(fingerprintOf(`row ${n}`));
  const shared = new KnownRows(rows.memory);
  const known = Array.from({ length: 20_000 }, (_, n) => shared.has(fingerprintOf(`row ${n}`)));
  expect(known.indexOf(false)).toBe(10_000);
  expect(known.lastIndexOf(true)).toBe(9999);
});

test('a fingerprint is a number of 64 bits with a sign', () => {
  expect(fingerprintText({ high: -1, low: -1 })).toBe('-1');
  expect(fingerprintText({ high: 1, low: -1 })).toBe(String(2n ** 33n - 1n));
  expect(fingerprintText({ high: -(2 ** 31), low: 0 })).toBe(String(-(2n ** 63n)));
});

test('rows of a table differ if any cell does', () => {
  expect(fingerprintOf({ a: '1', b: '2' })).toEqual(fingerprintOf({ a: '1', b: '2' }));
  expect(fingerprintOf({ a: '1', b: '2' })).not.toEqual(fingerprintOf({ a: '12', b: '' }));
});

test('the rules change with any file of the code but tests, and with the options of the source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-rules-'));
  mkdirSync(join(folder, 'inner'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('inner/rule.ts', '1');
  const before = hashFiles([folder]);
  write('rule.test.ts', '1');
  expect(hashFiles([folder])).toBe(before);
  write('inner/rule.ts', '2');
  expect(hashFiles([folder])).not.toBe(before);
  rmSync(folder, { recursive: true });
  const source = { kind: 'source', id: 'au-abr' } as const;
  expect(readingRulesOf({ ...source, switchedOn: [] })).toBe(readingRulesOf({ ...source, switchedOn: [] }));
  expect(readingRulesOf({ ...source, switchedOn: [] })).not.toBe(readingRulesOf({ ...source, switchedOn: ['x'] }));
});
