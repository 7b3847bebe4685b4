import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ResumableOutput } from './resumable-output.ts';

let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orgdex-output-'));
  out = join(folder, 'enriched.csv');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (task = 'a') => new ResumableOutput<string>(out, task);

function interrupted(): void {
  const output = open();
  output.append('header\none\n', 1, 'first');
  output.append('two\n', 1, 'second');
  output.close();
}

test('the file appears only when it is complete, and nothing else remains', () => {
  interrupted();
  expect(existsSync(out)).toBe(false);
  const output = open();
  output.append('three\n', 1, 'third');
  output.finish();
  expect(readFileSync(out, 'utf8')).toBe('header\none\ntwo\nthree\n');
  expect(readdirSync(folder)).toEqual(['enriched.csv']);
});

describe('an interrupted run', () => {
  test('continues after the last rows that were noted', () => {
    interrupted();
    // A kill between the rows and the note leaves rows that do not count.
    writeFileSync(`${out}.part`, 'header\none\ntwo\nhalf a r');
    const output = open();
    expect([output.rows, output.notes]).toEqual([2, 'second']);
    output.append('three\n', 1, '');
    output.finish();
    expect(readFileSync(out, 'utf8')).toBe('header\none\ntwo\nthree\n');
  });

  test('starts again if its rows are gone', () => {
    interrupted();
    truncateSync(`${out}.part`, 3);
    expect(open().rows).toBe(0);
    rmSync(`${out}.part`);
    expect(open().rows).toBe(0);
  });

  test('is not overwritten by another one', () => {
    interrupted();
    expect(() => open('b')).toThrow(`or delete ${out}.progress to start again.`);
    rmSync(`${out}.progress`);
    expect(open('b').rows).toBe(0);
  });

  test('that did nothing leaves nothing', () => {
    open().close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps notes without rows', () => {
    const output = open();
    output.note('paid');
    output.close();
    expect([open().rows, open().notes]).toEqual([0, 'paid']);
  });
});

test('a file that exists is never overwritten', () => {
  writeFileSync(out, 'mine');
  expect(() => open()).toThrow(`${out} exists already. Choose another file with --out, or delete it.`);
});

test('a folder that does not exist is reported before anything is paid', () => {
  expect(() => new ResumableOutput(join(folder, 'none', 'x.csv'), 'a')).toThrow('Cannot write');
});
