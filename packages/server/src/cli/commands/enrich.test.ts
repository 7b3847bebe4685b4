import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeApi, openFakeApi } from '../../../../testing/src/http/fake-api.ts';
import { readConfig } from '../../core/settings/config.ts';
import { enrichCommand } from './enrich.ts';

let folder: string;
let api: FakeApi;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orgdex-enrich-command-'));
  writeFileSync(join(folder, 'a.csv'), 'Name\nTern\n');
  writeFileSync(join(folder, 'key'), 'orgdex_live_x\n');
  api = await openFakeApi();
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

let runs = 0;
/** Runs `orgdex enrich`, which needs no store, and returns its notes and the file that it wrote. */
async function run(args: readonly string[], env: Record<string, string> = { ORGDEX_API_KEY: 'orgdex_live_x' }) {
  const notes: string[] = [];
  const refuse = () => {
    throw new Error('not needed to enrich');
  };
  const context = {
    config: () => readConfig(env),
    withDatabase: refuse,
    print: refuse,
    note: (text: string) => void notes.push(text),
  };
  runs += 1;
  const out = join(folder, `${runs}.csv`);
  const command = enrichCommand(context)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  await command.parseAsync([...args, join(folder, 'a.csv'), '--out', out, '--url', api.url], { from: 'user' });
  return { notes: notes.join('\n'), text: readFileSync(out, 'utf8') };
}

test('the key comes from the settings or from a file, and a summary is printed', async () => {
  const { notes, text } = await run([]);
  expect(notes).toContain('Enriched 1 row: 1 matched, 0 ambiguous, 0 not found, 0 invalid.\nSpent 1 credit.');
  expect(text.split('\r\n')[0]).toBe(
    'Name,orgdex_id,orgdex_status,orgdex_score,orgdex_name,orgdex_fqdn,orgdex_country,orgdex_region,orgdex_employee_count,orgdex_industries',
  );
  expect((await run(['--key-file', join(folder, 'key')], {})).text).toBe(text);
});

test('titles can be given before the file, and several times', async () => {
  await run(['--people', 'head of nets', '--people', 'cfo', '--per-company', '1']);
  expect(api.requests.at(-1)?.body).toMatchObject({ position: ['head of nets', 'cfo'], per_company: 1 });
});

test('fields of fields can be chosen', async () => {
  const { text } = await run(['--fields', 'identifiers.abn, industries']);
  expect(text).toContain('orgdex_identifiers.abn,orgdex_industries\r\n');
  expect(text).toContain(',53004085616,"Fishing; Nets; ropes"\r\n');
});

describe('a mistake is explained, and nothing is sent', () => {
  test.each<[string[], string]>([
    [['--fields', 'domain'], 'Unknown field "domain". Did you mean "fqdn"?'],
    [['--fields', 'name,industry'], 'Unknown field "industry". Did you mean "industries"?'],
    [['--fields', 'industry_codes.abm'], 'Did you mean "industry_codes.abn"?'],
    [['--fields', 'xyzzyxyzzy'], 'docs/reference/answers.md lists all fields.'],
    [['--threshold', '0.3'], 'It must be a number from 0.5 to 1.'],
    [['--people', 'cfo', '--per-company', '26'], 'It must be a whole number from 1 to 25.'],
    [['--per-company', '2'], '--per-company needs --people with a job title.'],
    [['--url', 'localhost:8080'], 'It must be a URL that starts with http:// or https://.'],
    [['--key-file', '/does/not/exist'], 'Cannot read the key file /does/not/exist'],
    [['--country', 'Atlantis'], 'Use a two-letter ISO country code.'],
  ])('%j', async (args, message) => {
    const before = api.requests.length;
    await expect(run(args)).rejects.toThrow(message);
    expect(api.requests).toHaveLength(before);
  });

  test.each([{}, { ORGDEX_API_KEY: ' ' }, { ORGDEX_API_KEY: 'two\nlines' }])('no usable key: %j', async (env) => {
    await expect(run([], env as Record<string, string>)).rejects.toThrow('Set ORGDEX_API_KEY, or name a file');
  });
});
