import { expect, test } from 'vitest';
import { nzbnOf } from '../../sample-data/demo/numbers.ts';
import { builtInRates } from '../rules/money/exchange-rates.ts';
import type { Source } from '../sources/define-source.ts';
import { findSource } from '../sources/index.ts';
import { Reject, Skip } from '../sources/row-outcome.ts';
import { sourceClasses } from './precedence.ts';
import { buildProfile } from './profile.ts';
import type { Content, Statement } from './statements.ts';

/** The statements of a source in a file, as the database stores them. */
function statementsIn(id: string, ...lines: string[]): Statement[] {
  const { format, toRecord, class: sourceClass } = findSource(id) as Source<unknown>;
  const reader = format.open();
  const rows = [...reader.take(Buffer.from(`${lines.join('\n')}\n`)), ...reader.end()];
  return rows.flatMap(({ row }) => {
    const outcome = row instanceof Reject ? row : toRecord(row, new Set());
    if (outcome instanceof Reject || outcome instanceof Skip) return [];
    const { type: _, key, country = null, observed = '2026-11-01', ...content } = outcome;
    const record = { source: id, ...sourceClasses[sourceClass], key, country, observed };
    return [{ ...record, content: content as Content }];
  });
}

const nzbn = nzbnOf(1);
const company = statementsIn(
  'nz-nzbn',
  'NZBN,COMPANY_IDENTIFIER,ENTITY_NAME,REGISTRATION_DATE,ENTITY_TYPE,ENTITY_STATUS',
  `${nzbn},9900001,KESTREL VANE LIMITED,15/06/2001,NZ Limited Company,Registered`,
);
const address = [1, 2, 3, 4, 'POSTCODE', 'COUNTRY'].map((name) => `REGISTERED_OFFICE_ADDRESS_${name}`).join(',');
const offices = (...rows: string[]) =>
  statementsIn(
    'nz-nzbn',
    `NZBN,ENTITY_NAME,START_DATE,${address}`,
    ...rows.map((row) => `${nzbn},KESTREL VANE LIMITED,${row}`),
  );
const bodyOf = (...statements: Statement[][]) => buildProfile('c1', statements.flat(), builtInRates).body;

test.each(['new zealand', 'australia', ''])(
  'a network page with the country %j does not win over the national register',
  (country) => {
    const page = statementsIn(
      'pdl',
      'country,founded,id,industry,linkedin_url,locality,name,region,size,website',
      `${country},1999,1,,linkedin.com/company/kestrel,sydney,kestrel kites,,1-10,kestrelvane.co.nz`,
    );
    expect(bodyOf(page, company, offices('15/06/2001,1 Example Street,,Wellington,,6012,'))).toMatchObject({
      name: 'KESTREL VANE LIMITED',
      year_founded: 2001,
      hq_location: '1 Example Street, Wellington 6012',
      hq_country: 'New Zealand',
    });
  },
);

test('of two offices, websites or industries in a register, the one with the later start date wins', () => {
  const websites = statementsIn(
    'nz-nzbn',
    'NZBN,START_DATE,WEBSITE',
    `${nzbn},01/07/2015,vanes.co.nz`,
    `${nzbn},15/06/2001,kites.co.nz`,
  );
  const industries = statementsIn(
    'nz-nzbn',
    'NZBN,START_DATE,INDUSTRY_CLASSIFICATION_CODE',
    `${nzbn},01/07/2015,M696205`,
    `${nzbn},15/06/2001,C259205`,
  );
  const moved = offices(
    '03/04/2019,2 Example Street,,Wellington,,6012,',
    '15/06/2001,1 Example Street,,Auckland,,1010,',
  );
  expect(bodyOf(company, websites, industries, moved)).toMatchObject({
    website: 'http://vanes.co.nz/',
    industry_codes: { anzsic: '6962' },
    hq_location: '2 Example Street, Wellington 6012',
    locations: ['2 Example Street, Wellington 6012', '1 Example Street, Auckland 1010'],
    states: ['NZ-WGN', 'NZ-AUK'],
  });
});
