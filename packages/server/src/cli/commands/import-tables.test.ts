import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { importCommand } from './import.ts';

const folder = mkdtempSync(join(tmpdir(), 'orgdex-dry-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function write(...lines: string[]): string {
  files += 1;
  const path = join(folder, `${files}.csv`);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

/** Runs `orgdex import …` with a context that can only print: a dry run needs no settings and no database. */
async function run(args: string[], printed: string[] = []): Promise<string> {
  const refuse = () => {
    throw new Error('not needed for a dry run');
  };
  const context = {
    config: refuse,
    withDatabase: refuse,
    note: refuse,
    print: (text: string) => void printed.push(text),
  };
  await importCommand(context).parseAsync(args, { from: 'user' });
  return printed.join('\n');
}

const header = 'Name,ABN,Employees,Country,Phone,Website,Company Size';

describe('--dry-run --json', () => {
  test('prints one JSON object per file and nothing else', async () => {
    const paths = [write(header, 'One Pty Ltd,,12,AU,,,'), write(header, 'Two Pty Ltd,,lots,AU,,,', ',,,,,,x')];
    const lines = (await run(['companies', ...paths, '--dry-run', '--json'])).split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: 'dry-run',
        file: paths[0],
        table: { kind: 'delimited', encoding: 'ascii', separator: ',', headerLine: 1 },
        columns: expect.arrayContaining([{ column: 'Employees', field: 'employee_count', how: 'alias' }]),
        counts: { read: 1, usable: 1, rejected: 0 },
        records: [{ type: 'company', name: 'One Pty Ltd', employee_count: 12 }],
        problems: [],
      },
      {
        counts: { read: 2, usable: 1, rejected: 1 },
        problems: [
          { reason: 'name is missing', rejected: true, count: 1, lines: [3], values: [] },
          { reason: 'employee_count: not a number', rejected: false, count: 1, lines: [2], values: ['lots'] },
        ],
      },
    ]);
  });

  test('prints what must be fixed before it fails', async () => {
    const path = write('Website', 'one.example.com');
    const printed: string[] = [];
    await expect(run(['companies', path, '--dry-run', '--json'], printed)).rejects.toThrow(
      'Fix the problems above and run the command again.',
    );
    expect(JSON.parse(printed.join(''))).toMatchObject({ mappingProblems: [expect.stringContaining('--map')] });
  });
});

describe('problems of a dry run', () => {
  test('are grouped by reason, with their number, a few lines and a few values', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `Company ${n},,around ${n % 7},AU,,,`);
    const shown = await run(['companies', write(header, ...rows), '--dry-run']);
    expect(shown).toContain(
      '  300  employee_count: not a number (lines 2, 3, 4, 5, 6, …), such as "around 0", "around 1", "around 2"\n',
    );
    expect(shown.match(/employee_count: not a number/g)).toHaveLength(1);
  });

  test('shorten a long value', async () => {
    const shown = await run(['companies', write(header, `One,,${'x'.repeat(500)},AU,,,`), '--dry-run']);
    expect(shown).toContain(`, such as "${'x'.repeat(39)}…"\n`);
  });

  test.each([
    ['One,0491 570 156,,AU,,,', /0491|570|156/],
    ['One,avery@example.com,,AU,,,', /avery/],
    ['One,,call +61 (2) 5550-1001,AU,,,', /5550|1001/],
    ['One,,avery(at)example.com,AU,,,', /avery/],
    ['One,,,０４９１５７０１５６,,,', /０４９１|0491/],
    ['One,,,AU,not a number 12,,', /not a number 12/],
    ['One,,,AU,6.1491E+10,,', /6\.1491/],
    ['One,,,AU,,,1234567', /1234567/],
  ])('never show a contact value, nor what looks like one: %s', async (row, hidden) => {
    for (const args of [['--dry-run'], ['--dry-run', '--json']]) {
      const shown = await run(['companies', write(header, row), ...args]);
      const problems = args.length > 1 ? JSON.stringify(JSON.parse(shown).problems) : shown.replace(/^.*\{.*$/gm, '');
      expect(problems).not.toMatch(hidden);
    }
  });

  test('never show an email address or phone number of a person, in any column', async () => {
    const path = write(
      'Person ID,Title,Country,Website,Email,Mobile,Seniority',
      'p1,CEO,AU,one.example.com,not-an-address,12,avery@example.com',
      'p2,CEO,AU,one.example.com,a@example.com b@example.com,,0491570156',
      'p3,CEO,Atlantis,one.example.com,,,',
    );
    for (const args of [['--dry-run'], ['--dry-run', '--json']]) {
      const shown = await run(['people', path, ...args]);
      expect(shown).not.toMatch(/avery|0491|not-an-address|a@example|b@example/);
    }
    expect(await run(['people', path, '--country', 'AU', '--dry-run'])).toContain(
      'country: not a country (line 4), such as "Atlantis"',
    );
  });
});

describe('people whose rows do not identify their company', () => {
  const path = write(
    'Account,Email,Title',
    'Kestrel Vane,avery@kestrelvane.com.au,CEO',
    'Marrow Pike,robin@gmail.com,CFO',
    'Self-employed,jo@gmail.com,Driver',
  );

  test('are shown with what their rows say about it, without the address', async () => {
    const shown = await run(['people', path, '--country', 'AU', '--dry-run']);
    expect(shown).toContain('Account → company.name');
    expect(shown.match(/^ {4}company: .*/gm)).toEqual([
      '    company: by email domain, then account name',
      '    company: by account name',
    ]);
    expect(shown).toContain('Add --source <name> to see which companies they would be linked to.');
    expect(shown).toContain('1  company is missing: no key,');
    expect(shown).not.toMatch(/avery|robin|kestrelvane/);
  });

  test('are listed as JSON', async () => {
    const shown = JSON.parse(await run(['people', path, '--country', 'AU', '--dry-run', '--json']));
    expect(shown.links).toEqual({
      unchecked: 0,
      samples: [{ by: 'email domain, then account name' }, { by: 'account name' }],
    });
  });
});

test('a table with too many columns is rejected with their number', async () => {
  const path = write(['name', ...Array.from({ length: 20_000 }, (_, n) => `c${n}`)].join(','));
  await expect(run(['companies', path, '--dry-run'])).rejects.toThrow(/20,001 columns; the limit is 16,384/);
});
