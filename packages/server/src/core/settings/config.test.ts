import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig, settings } from './config.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'orgdex-config-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const path = () => join(home, 'stores.json');
const read = (env: Record<string, string> = {}) => readConfig({ ORGDEX_HOME: home, ...env });

describe('stores.json', () => {
  test('is optional: without it, the defaults apply', () => {
    rmSync(path(), { force: true });
    expect(read().DATABASE_URL).toBe(settings.DATABASE_URL.default);
  });

  test('gives the addresses of the stores, and the environment overrides it', () => {
    writeFileSync(
      path(),
      JSON.stringify({ redisUrl: 'redis://10.0.0.1:6379', opensearchUrls: ['http://a', 'http://b'] }),
    );
    expect(read()).toMatchObject({ REDIS_URL: 'redis://10.0.0.1:6379', OPENSEARCH_URL: ['http://a', 'http://b'] });
    expect(read({ REDIS_URL: 'redis://10.0.0.2:6379' }).REDIS_URL).toBe('redis://10.0.0.2:6379');
  });

  test.each([
    ['{ "databaseUrl": ', 'it is not valid JSON'],
    ['', 'it is not valid JSON'],
    ['["redis://10.0.0.1"]', 'it must be a JSON object'],
    ['null', 'it must be a JSON object'],
    ['{ "redisUrl": 6379 }', '"redisUrl" must be a string or a list of strings'],
  ])('that is malformed (%j) is an error that names the file and the fix', (text, because) => {
    writeFileSync(path(), text);
    const fix = 'Fix the file, or delete it and run `npm run stores:up` to write it again.';
    expect(() => read()).toThrow(new RegExp(`^Cannot read the settings in ${path()}: ${because}.*\\. ${fix}$`));
  });

  test('that cannot be read is an error too, reported with all other problems', () => {
    rmSync(path(), { force: true });
    mkdirSync(path());
    expect(() => read({ PORT: 'none' })).toThrow(/stores\.json: EISDIR.*\nPORT is "none"/);
    rmSync(path(), { recursive: true });
  });
});

describe('a secret', () => {
  const file = () => join(home, 'database-url');

  test('can be in a file, with a line break at its end', () => {
    writeFileSync(file(), 'postgres://serve:hunter2@db/orgdex\n');
    expect(read({ DATABASE_URL_FILE: file() }).DATABASE_URL).toBe('postgres://serve:hunter2@db/orgdex');
  });

  test('is in no message', () => {
    writeFileSync(file(), 'mysql://serve:hunter2@db/orgdex');
    for (const env of [{ DATABASE_URL_FILE: file() }, { DATABASE_URL: 'mysql://serve:hunter2@db/orgdex' }]) {
      expect(() => read(env)).toThrow(/^DATABASE_URL is invalid: it must be a URL that starts with postgres:/);
      expect(() => read(env)).not.toThrow(/hunter2/);
    }
  });

  test('must not be given twice, and its file must be readable', () => {
    writeFileSync(file(), 'redis://10.0.0.1:6379');
    const both = { REDIS_URL: 'redis://10.0.0.2:6379', REDIS_URL_FILE: file() };
    expect(() => read(both)).toThrow('REDIS_URL and REDIS_URL_FILE are both set: set only one of them.');
    expect(() => read({ REDIS_URL_FILE: join(home, 'nothing') })).toThrow(
      /REDIS_URL_FILE: cannot read .*nothing \(ENOENT\)/,
    );
  });

  test('is the only kind of setting that a file can hold', () => {
    writeFileSync(file(), '9999');
    expect(read({ PORT_FILE: file() }).PORT).toBe(8080);
  });
});
