import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../formats/format.ts';
import { detectTable, headBytes } from './detect-table.ts';

const folder = new URL('../../../../fixtures/own-files/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, folder));
const detect = (text: string | Buffer) => detectTable(Buffer.from(text as string));

describe('the fixture files are recognized', () => {
  test.each([
    ['semicolon-bom.csv', 'utf-8', ';', 1, 'Firma'],
    ['tabs.tsv', 'ascii', '\t', 1, 'Account Name'],
    ['western.csv', 'windows-1252', ',', 1, 'Company Name'],
    ['japanese.csv', 'shift_jis', ',', 1, '会社名'],
    ['connections.csv', 'ascii', ',', 5, 'First Name'],
  ])('%s is %s', (name, encoding, separator, headerLine, first) => {
    const table = detectTable(fixture(name));
    expect(table).toMatchObject({ kind: 'delimited', encoding, separator, headerLine });
    expect(table.kind === 'delimited' && table.header[0]).toBe(first);
  });

  test('NDJSON, with the property names of its first rows, one level deep', () => {
    const header = ['name', 'website', 'employees', 'industries', 'address.city', 'public'];
    expect(detectTable(fixture('companies.ndjson'))).toEqual({ kind: 'ndjson', header });
  });

  test('Parquet by its first bytes', () => {
    expect(detect('PAR1…')).toEqual({ kind: 'parquet' });
  });
});

describe('encoding', () => {
  test.each([
    ['utf-16le', Buffer.from('\ufeffName,City\nA,B\n', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffName,City\nA,B\n', 'utf16le').swap16()],
  ])('%s is detected by its byte order mark', (encoding, head) => {
    expect(detectTable(head)).toMatchObject({ encoding, header: ['Name', 'City'] });
  });

  test('a character that is truncated at the end of the sample is still UTF-8', () => {
    const head = Buffer.from(`Name,City\n${'Café,Zürich\n'.repeat(40_000)}`).subarray(0, headBytes);
    for (const length of [headBytes, headBytes - 1, headBytes - 2, headBytes - 3, headBytes - 4, headBytes - 5]) {
      expect(detectTable(head.subarray(0, length))).toMatchObject({ encoding: 'utf-8' });
    }
  });

  test('a Western word is not detected as Japanese, although its bytes are valid Shift_JIS', () => {
    const head = Buffer.from('Name,City\nM\xe9lanie,Perth\n', 'latin1');
    expect(new TextDecoder('shift_jis', { fatal: true }).decode(head)).toContain('M駘anie');
    expect(detectTable(head)).toMatchObject({ encoding: 'windows-1252' });
  });

  test('other East Asian encodings are rejected, not read as Western', () => {
    const korean = Buffer.from('Name,City\n\xc7\xd1\xb1\xb9\xbb\xe7,\xbc\xad\xbf\xef\xff\n', 'latin1');
    expect(() => detectTable(korean)).toThrow('Save the file as UTF-8');
  });

  test('a file with one invalid byte is still UTF-8', () => {
    const head = Buffer.concat([Buffer.from(`Name,City\n${'株式会社,東京\n'.repeat(20)}A`), Buffer.from([0x81, 0x0a])]);
    expect(detectTable(head)).toMatchObject({ encoding: 'utf-8' });
  });
});

describe('header', () => {
  test('an unknown header is found by the number of its columns', () => {
    const table = detect('Report of the day\n\nalpha;beta;gamma\n1;2;3\n4;5;6\n');
    expect(table).toMatchObject({ separator: ';', headerLine: 3, header: ['alpha', 'beta', 'gamma'] });
  });

  test('separators inside quotes do not count', () => {
    expect(detect('name;website\n"a,b,c,d";x.com\n"e,f,g,h";y.com\n')).toMatchObject({ separator: ';' });
  });

  test('unnamed and repeated columns get unique names, and empty columns at the end are ignored', () => {
    expect(detect('Name,Phone,,Phone,,\nA,1,2,3,,\n')).toMatchObject({
      header: ['Name', 'Phone', 'column 3', 'Phone (2)'],
    });
  });

  test('a single column is a table if its header is known', () => {
    expect(detect('domain\nkestrelvane.com.au\n')).toMatchObject({ header: ['domain'] });
  });

  test('lines may end with CR only', () => {
    expect(detect('Name,City\rA,B\rC,D\r')).toMatchObject({ lineEnd: '\r', header: ['Name', 'City'] });
  });
});

describe('a file that is not a table is rejected with advice', () => {
  test.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'The file is empty'],
    ['blank lines', '\n\n  \n', 'The file is empty'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014[Content_Types].xml'), 'Save the sheet as CSV'],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'Save the sheet as CSV'],
    ['a page', '<!doctype html><html>', 'HTML or XML'],
    ['a JSON array', '[{"name":"A"}]', 'one object per line'],
    ['binary data', Buffer.from([1, 0, 0, 0, 7, 0, 0, 0, 9, 0, 0, 0]), 'not a text table'],
    [
      'rows without a header',
      'someone@example.com,0491570156\nother@example.com,0491570157\n',
      'No header line was found',
    ],
  ])('%s', (_, head, message) => {
    expect(() => detect(head)).toThrow(UnreadableFile);
    expect(() => detect(head)).toThrow(message);
  });
});

test('an invalid byte in a UTF-8 file does not affect other rows', () => {
  const rows = Array.from({ length: 30 }, (_, n) => `Café ${n},${n}\n`).join('');
  const head = Buffer.concat([Buffer.from('Name,Employees\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.from(rows)]);
  expect(detectTable(head)).toMatchObject({ encoding: 'utf-8' });
});
