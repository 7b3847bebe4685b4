import { describe, expect, test } from 'vitest';
import { knownFields } from './header-names.ts';
import { mapColumns } from './map-columns.ts';

const none = new Map<string, string>();
const fieldsOf = (header: string[], kind: 'companies' | 'people', given = none) =>
  Object.fromEntries(mapColumns(header, kind, given).columns.map(({ column, field }) => [column, field]));

test.each(['companies', 'people'] as const)('no header of %s belongs to two fields', (kind) => {
  const all = [...knownFields[kind].aliases.values()].flat();
  expect(all.filter((header, at) => all.indexOf(header) < at)).toEqual([]);
});

describe('by alias', () => {
  test('spaces, case, hyphens and underscores are ignored', () => {
    expect(fieldsOf(['  Company_Name ', 'Number-of  Employees', 'D-U-N-S', '# Employees'], 'companies')).toEqual({
      '  Company_Name ': 'name',
      'Number-of  Employees': 'employee_count',
      'D-U-N-S': 'duns',
      '# Employees': undefined,
    });
  });

  test('url is the website of a company and the profile of a person', () => {
    expect(fieldsOf(['Name', 'URL'], 'companies').URL).toBe('website');
    expect(fieldsOf(['Company Domain', 'URL'], 'people').URL).toBe('network');
  });

  test('of two columns for one field, the more likely wins and the other is reported; a list field takes both', () => {
    const { columns, byField } = mapColumns(['URL', 'Website', 'Name', 'Phone', 'Tel'], 'companies', none);
    expect(columns[0]).toEqual({ column: 'URL', how: 'unmapped', why: 'another column is mapped to website' });
    expect(byField).toMatchObject({ website: ['Website'], phones: ['Phone', 'Tel'] });
  });

  test("a person's name is dropped on purpose", () => {
    const { columns } = mapColumns(['First Name', 'Surname', 'Name', 'Website'], 'people', none);
    expect(columns.map(({ how }) => how)).toEqual(['dropped', 'dropped', 'dropped', 'alias']);
  });
});

describe('--map', () => {
  const map = (entries: [string, string][], kind: 'companies' | 'people' = 'companies') =>
    mapColumns(['Company', 'Website', 'Blurb', 'First Name', 'Domain'], kind, new Map(entries));

  test('wins over the aliases, and an empty field ignores the column', () => {
    const { columns } = map([
      ['blurb', 'name'],
      ['Website', ''],
    ]);
    expect(columns.slice(0, 3)).toEqual([
      { column: 'Company', how: 'unmapped', why: 'another column is mapped to name' },
      { column: 'Website', how: 'unmapped', why: 'ignored by --map' },
      { column: 'Blurb', field: 'name', how: 'given' },
    ]);
  });

  test('an unknown column or field is a problem with a suggestion', () => {
    expect(
      map([
        ['Webiste', 'website'],
        ['Blurb', 'descripton'],
      ]).problems,
    ).toEqual([
      'The file has no column "Webiste". Did you mean "Website"?',
      'Unknown field "descripton" for companies. Did you mean "description"?',
    ]);
  });

  test("a person's name cannot be mapped to anything", () => {
    expect(map([['First Name', 'key']], 'people').problems[0]).toContain('never stored');
  });

  test('two columns for one field are a problem', () => {
    expect(
      map([
        ['Blurb', 'tagline'],
        ['Website', 'tagline'],
      ]).problems,
    ).toEqual(['--map maps two columns to tagline. Choose one.']);
  });
});

test('a table without a required column has a problem', () => {
  expect(mapColumns(['Website'], 'companies', none).problems[0]).toContain('No column contains the company name');
  expect(mapColumns(['Position', 'Company Country'], 'people', none).problems).toEqual([
    [
      'No column says which company each person works for. Map a company key, register number, domain, website or',
      'network page, a company name, or a work email address, for example with --map "Their column=company.name".',
    ].join(' '),
  ]);
  for (const column of ['Company', 'Account Name', 'Organization', 'Employer', 'Email', 'Company Domain'])
    expect(mapColumns([column, 'Position'], 'people', none).problems).toEqual([]);
});
