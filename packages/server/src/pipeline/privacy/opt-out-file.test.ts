import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readOptOutFile } from './opt-out-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-opt-outs-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function write(content: string | Buffer): string {
  files += 1;
  const path = join(folder, `${files}.csv`);
  writeFileSync(path, content);
  return path;
}
const read = async (content: string | Buffer) => (await readOptOutFile(write(content))).rows;

const table = [
  'First Name,Work Email,Mobile,Country,LinkedIn URL,Person ID',
  'Jo, jo@example.com ,,AU,,',
  ',,0412 555 017,AU,,',
  ',,,,https://www.linkedin.com/in/jo-lee,',
  ',,,,,p1',
  'only a name,,,,,',
].join('\n');

test('each row is one opt-out with its line; names are ignored, and so is a country without a phone number', async () => {
  expect(await read(table)).toEqual([
    { line: 2, optOut: { email: 'jo@example.com' } },
    { line: 3, optOut: { phone: '0412 555 017', country: 'AU' } },
    { line: 4, optOut: { network: 'https://www.linkedin.com/in/jo-lee' } },
    { line: 5, optOut: { person_id: 'p1' } },
    { line: 6, optOut: {} },
  ]);
});

test.each<[string, () => string | Buffer]>([
  ['packed', () => gzipSync(table)],
  ['with semicolons and a byte order mark', () => `\ufeff${table.replaceAll(',', ';')}`],
  ['with tabs', () => table.replaceAll(',', '\t')],
])('a file %s has the same rows', async (_, content) => {
  expect(await read(content())).toEqual(await read(table));
});

test('NDJSON and a table with one column are read', async () => {
  expect(await read('{"email":"a@example.com"}\n{"phone":"+61255501001"}\n')).toEqual([
    { line: 1, optOut: { email: 'a@example.com' } },
    { line: 2, optOut: { phone: '+61255501001' } },
  ]);
  expect(await read('email\na@example.com\nb@example.com\n')).toHaveLength(2);
});

test('a broken row is rejected with its line, and the others are read', async () => {
  const [first, broken, last] = await read('email,phone\na@example.com,\nb@example.com,,,x\nc@example.com,\n');
  expect([first?.optOut, last?.optOut]).toEqual([{ email: 'a@example.com' }, { email: 'c@example.com' }]);
  expect(broken).toMatchObject({ line: 3, optOut: { reason: expect.stringContaining('columns') } });
});

test('a file in which no column, or more than one of a kind, identifies a person is rejected', async () => {
  await expect(read('name,country\nJo,AU\n')).rejects.toThrow('No column identifies a person');
  await expect(read('email,personal email\na@example.com,b@example.com\n')).rejects.toThrow('both contain `email`');
});

test('the same content has the same name, and other content has not', async () => {
  const names = await Promise.all(
    ['email\na@b.example\n', 'email\na@b.example\n', 'email\nc@d.example\n'].map((content) =>
      readOptOutFile(write(content)),
    ),
  );
  expect(names[0]?.sha256).toBe(names[1]?.sha256);
  expect(names[0]?.sha256).not.toBe(names[2]?.sha256);
});

test('hashes are found in any column, with a header or without', async () => {
  const [one, two] = ['a@example.com', 'b@example.com'].map((text) =>
    createHash('sha256').update(text).digest('base64'),
  );
  const rows = async (content: string) => (await readOptOutFile(write(content), 'email_sha256')).rows;
  const both = [{ optOut: { email_sha256: one } }, { optOut: { email_sha256: two } }];
  expect(await rows(`ID,Hash\n1,"${one}"\n2,${two}\n`)).toMatchObject(both);
  expect(await rows(`${one}\n\n${two}`)).toMatchObject(both);
  expect(await rows(`ID,Hash\n1,${one}\n2,\n`)).toMatchObject([
    both[0],
    { line: 3, optOut: { reason: expect.any(String) } },
  ]);
});
