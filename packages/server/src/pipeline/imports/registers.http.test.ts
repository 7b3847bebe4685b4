import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../testing/src/data/test-database.ts';
import { runCommand } from '../../../../testing/src/processes/command-line.ts';
import { findSource } from '../../knowledge/sources/index.ts';
import { abnOf, acnOf } from '../../sample-data/demo/numbers.ts';
import type { SafetyCheck } from './run-context.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

let files = 0;
function write(text: string): string {
  files += 1;
  const path = join(database.home, `register-${files}`);
  writeFileSync(path, text);
  return path;
}

function importRegister(id: string, text: string, options: { allow?: SafetyCheck[]; switchedOn?: string[] } = {}) {
  const source = findSource(id);
  if (!source) throw new Error(`Unknown source: ${id}.`);
  const { switchedOn = [], allow = [] } = options;
  return database.importFile(write(text), id, {
    class: source.class,
    whole: source.whole,
    allow,
    reader: { kind: 'source', id, switchedOn },
  });
}

const abr = (entries: string[]) =>
  '<?xml version="1.0"?><Transfer error="none"><TransferInfo><FileSequenceNumber>1</FileSequenceNumber>' +
  `<RecordCount>1</RecordCount><ExtractTime>2026-11-01T08:46:00</ExtractTime></TransferInfo>\n` +
  `${entries.join('\n')}\n</Transfer>`;
const entry = (abn: string, status = 'ACT') =>
  `<ABR recordLastUpdatedDate="20200101" replaced="N"><ABN status="${status}" ABNStatusFromDate="20000101">` +
  `${abn}</ABN><EntityType><EntityTypeInd>PRV</EntityTypeInd><EntityTypeText>Australian Private Company` +
  `</EntityTypeText></EntityType><MainEntity><NonIndividualName type="MN"><NonIndividualNameText>NAMED ${abn}` +
  ' PTY LTD</NonIndividualNameText></NonIndividualName><BusinessAddress><AddressDetails><State>VIC</State>' +
  '<Postcode>3000</Postcode></AddressDetails></BusinessAddress></MainEntity></ABR>';
const businessNames = (rows: [name: string, abn: string][]) =>
  ['REGISTER_NAME\tBN_NAME\tBN_STATUS\tBN_REG_DT\tBN_CANCEL_DT\tBN_STATE_NUM\tBN_STATE_OF_REG\tBN_ABN']
    .concat(rows.map(([name, abn]) => `BUSINESS NAMES\t${name}\tRegistered\t01/01/2020\t\t\tVIC\t${abn}`))
    .join('\r\n');
const companies = (rows: [name: string, acn: string, status: string, abn: string][]) =>
  [
    'Company Name\tACN\tType\tClass\tSub Class\tStatus\tDate of Registration\tDate of ' +
      'Deregistration\tPrevious State of Registration\tState Registration number\tModified since last ' +
      'report\tCurrent Name Indicator\tABN\tCurrent Name\tCurrent Name Start Date',
    ...rows.map(
      ([name, acn, status, abn]) => `${name}\t${acn}\tAPTY\tLMSH\tPROP\t${status}\t01/02/2003\t\t\t\t\tY\t${abn}\t\t`,
    ),
  ].join('\r\n');

/** The body that is served for an ABN; undefined: not found, or not served. */
async function served(abn: string): Promise<Record<string, unknown> | undefined> {
  await database.publish();
  const indices = await database.indices();
  const get = async (index: string, id: string) => {
    const { body } = await database.opensearch.get({ index, id }, { ignore: [404] });
    return body._source as { company?: string; served?: { base: { text: string } } } | undefined;
  };
  const company = (await get(indices.identifier, `abn:${abn}`))?.company;
  const found = company === undefined ? undefined : await get(indices.company, company);
  return found?.served && JSON.parse(found.served.base.text);
}

const companyOf = async (abn: string) =>
  (
    await database.rows<{ company_id: string }>(
      'SELECT DISTINCT company_id FROM claim JOIN company_record USING (source_id, key) WHERE identifier = $1',
      [`abn:${abn}`],
    )
  ).map(({ company_id }) => company_id);

describe('the Australian registers', () => {
  test('are joined by ABN and ACN, in any order', async () => {
    const [abn, acn] = [abnOf(1), acnOf(1)];
    await importRegister('au-asic-companies', companies([['JOINED PTY LTD', acn, 'REGD', '']]));
    await importRegister('au-abr', abr([entry(abn), entry(abnOf(2))]));
    await importRegister('au-asic-business-names', businessNames([['JOINED TRADING', abn]]));
    expect(await companyOf(abn)).toHaveLength(1);
    expect(await served(abn)).toMatchObject({
      name: 'JOINED PTY LTD',
      year_founded: 2003,
      abn_operation_status: 'Active',
      states: ['AU-VIC'],
      company_type: 'Private Company',
      org_registers: { abr: 'Australian Private Company', asic: 'Registered since 2003-02-01' },
    });
  });

  test('a business name alone is stored but not served; it appears in no profile until a register lists its holder', async () => {
    const abn = abnOf(3);
    await importRegister(
      'au-asic-business-names',
      businessNames([
        ['JOINED TRADING', abnOf(1)],
        ['ALONE TRADING', abn],
      ]),
    );
    expect(await companyOf(abn)).toHaveLength(1);
    expect(await served(abn)).toBeUndefined();
    await importRegister('au-abr', abr([entry(abnOf(1)), entry(abnOf(2)), entry(abn)]));
    expect(await served(abn)).toMatchObject({ name: `NAMED ${abn} PTY LTD` });
    expect(await companyOf(abn)).toHaveLength(1);
  });

  test('a canceled company is still returned, with its status', async () => {
    await importRegister('au-abr', abr([entry(abnOf(1)), entry(abnOf(2), 'CAN'), entry(abnOf(3))]));
    expect(await served(abnOf(2))).toMatchObject({ abn_operation_status: 'Cancelled' });
  });

  test('a record that is missing from a full file is removed, but its company stays', async () => {
    const { counts } = await importRegister('au-abr', abr([entry(abnOf(2), 'CAN'), entry(abnOf(3))]), {
      allow: ['shrink'],
    });
    expect(counts.gone).toBe(1);
    expect(await served(abnOf(1))).toMatchObject({
      name: 'JOINED PTY LTD',
      abn_operation_status: null,
      states: [],
    });
    const last = await importRegister('au-abr', abr([entry(abnOf(3))]), { allow: ['shrink'] });
    expect(last.counts.gone).toBe(1);
    // No other record describes the company, so the removed one still does.
    expect(await served(abnOf(2))).toMatchObject({ name: `NAMED ${abnOf(2)} PTY LTD` });
  });

  test('too few or too many rows stop a run before it changes anything', async () => {
    const few = database.importFile(write(abr([entry(abnOf(3))])), 'au-abr', {
      class: 'register',
      whole: true,
      expected: { min: 5, max: 9 },
      reader: { kind: 'source', id: 'au-abr', switchedOn: [] },
    });
    await expect(few).rejects.toThrow(/The input has 1 rows; expected 5 to 9\..*--expect/s);
    const [run] = await database.rows('SELECT state, checks FROM run ORDER BY id DESC LIMIT 1');
    expect(run).toMatchObject({ state: 'stopped', checks: { rows: { measured: 1, min: 5, max: 9 } } });
  });

  test('a run shows its files, who started it, and why rows were left out', async () => {
    const text = abr([entry(abnOf(3)), entry(abnOf(3)).replace('PRV', 'IND'), entry('51824753557')]);
    await importRegister('au-abr', text, { allow: ['rejected', 'shrink'] });
    const [run] = await database.rows('SELECT files, started_by, reasons, counts FROM run ORDER BY id DESC LIMIT 1');
    expect(run).toMatchObject({
      files: [{ bytes: Buffer.byteLength(text), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      started_by: expect.stringContaining('@'),
      reasons: { skipped: { 'sole trader': 1 }, rejected: { 'ABN is missing, or its check digits do not match': 1 } },
      counts: { read: 3, unchanged: 1, skipped: 1, rejected: 1 },
    });
  });
});

describe('a delta file after the full file', () => {
  const fixture = (path: string) =>
    readFileSync(new URL(`../../../fixtures/sources/${path}`, import.meta.url), 'utf8').replace(/\n$/, '');

  /** The samples contain invalid rows on purpose. */
  const importWhole = (id: string, text: string) =>
    runCommand(database, 'import', id, write(text), '--expect', '1-100', '--allow', 'rejected', '--allow', 'shrink');

  /** Returns the outcome of its rows. */
  async function importDelta(id: string, text: string): Promise<Record<string, number>> {
    const { out } = await runCommand(database, 'import', id, write(text), '--delta', '--json');
    return JSON.parse(out.split('\n').at(-1) ?? '').counts;
  }

  interface Statement {
    run_id: number;
    company_id: string;
    removed: boolean;
    content: { name?: string; org_registers?: object };
  }
  async function statementsOf(id: string): Promise<Map<string, Statement>> {
    const rows = await database.rows<Statement & { key: string }>(
      `SELECT r.key, r.run_id, r.company_id, r.removed, r.content FROM company_record r
       JOIN source s ON s.id = r.source_id WHERE s.name = $1`,
      [id],
    );
    return new Map(rows.map(({ key, ...statement }) => [key, statement]));
  }

  /** All records that the delta file does not contain. */
  const without = (statements: Map<string, Statement>, keys: readonly string[]) =>
    new Map([...statements].filter(([key]) => !keys.includes(key)));

  test('of Japan closes a company, withdraws a number, and does not change any other record', async () => {
    const [closed, takenBack] = ['9990001000008', '8990001000009'];
    const [, row = ''] = fixture('jp-nta/sample.csv').split('\n');
    const known = [closed, takenBack].map((jcn) => row.replace('7990001000001', jcn));
    await importWhole('jp-nta', [fixture('jp-nta/sample.csv'), ...known].join('\n'));
    const before = await statementsOf('jp-nta');
    expect(before.get(closed)?.content).toMatchObject({ org_registers: { nta: 'Registered' } });
    expect(before.get(takenBack)?.removed).toBe(false);

    const difference = fixture('jp-nta/sample-difference.csv');
    expect(await importDelta('jp-nta', difference)).toMatchObject({ read: 2, accepted: 2, gone: 0 });
    const after = await statementsOf('jp-nta');
    expect(after.get(closed)).toMatchObject({
      company_id: before.get(closed)?.company_id,
      removed: false,
      content: { name: '合名会社ケストレル商店', org_registers: { nta: 'Closed by the registrar 2026-01-20' } },
    });
    expect(after.get(takenBack)).toMatchObject({ company_id: before.get(takenBack)?.company_id, removed: true });
    expect(without(after, [closed, takenBack])).toEqual(without(before, [closed, takenBack]));
    expect(await importDelta('jp-nta', difference)).toMatchObject({ read: 2, unchanged: 2 });
  });

  test('of GLEIF renames, retires and withdraws, and does not change any other record', async () => {
    const [renamed, retired, withdrawn] = ['9ZZZ0000000000000472', '9ZZZ0000000000000763', '9ZZZ0000000000000666'];
    const whole = fixture('gleif/sample.csv');
    await importWhole('gleif', whole);
    const before = await statementsOf('gleif');

    const lines = whole.split('\n');
    const rowOf = (lei: string) => lines.find((line) => line.startsWith(`"${lei}"`)) ?? '';
    const changes = [
      rowOf(renamed).replace('Kea Exports', 'Kea Imports'),
      rowOf(retired).replace('"ISSUED"', '"RETIRED"'),
      rowOf(withdrawn).replace('"ISSUED"', '"DUPLICATE"'),
    ];
    const counts = await importDelta('gleif', [lines[0], ...changes].join('\n'));
    expect(counts).toMatchObject({ read: 3, accepted: 3, gone: 0 });
    const after = await statementsOf('gleif');
    expect(after.get(renamed)?.content.name).toBe('Kea Imports Limited');
    expect(before.get(retired)?.content.org_registers).toEqual({ gleif: 'Issued since 2020-03-04' });
    expect(after.get(retired)).toMatchObject({
      removed: false,
      content: { name: 'Maple Example Inc.', org_registers: { gleif: 'Retired, registered 2020-03-04' } },
    });
    expect([before.get(withdrawn)?.removed, after.get(withdrawn)?.removed]).toEqual([false, true]);
    for (const lei of [renamed, retired, withdrawn])
      expect(after.get(lei)?.company_id).toBe(before.get(lei)?.company_id);
    const named = [renamed, retired, withdrawn];
    expect(without(after, named)).toEqual(without(before, named));
  });
});

describe("the operator's own tables", () => {
  const table = (table: 'companies' | 'people') =>
    ({ reader: { kind: 'own', table, map: [], country: 'AU' } }) as const;

  test('a full table of companies does not affect the people of the same source', async () => {
    await database.importFile(write('ID,Company Name\n1,One\n2,Two\n'), 'crm', table('companies'));
    const people = 'Contact ID,Title,Account ID\np1,CEO,1\np2,CFO,2\n';
    expect((await database.importFile(write(people), 'crm', table('people'))).counts.accepted).toBe(2);
    const again = await database.importFile(write('ID,Company Name\n1,One\n'), 'crm', {
      ...table('companies'),
      whole: true,
      allow: ['shrink'] as const,
    });
    expect(again.counts).toMatchObject({ read: 1, unchanged: 1, gone: 1 });
    expect(
      await database.rows(
        `SELECT key FROM person_record JOIN source s ON s.id = source_id WHERE s.name = 'crm' ORDER BY key`,
      ),
    ).toEqual([{ key: 'p1' }, { key: 'p2' }]);
  });

  test('an unusable value is left out, and the run says so', async () => {
    const result = await database.importFile(
      write('ID,Company Name,Employees\n1,One,many\n'),
      'crm',
      table('companies'),
    );
    expect(result.counts).toMatchObject({ read: 1, unchanged: 1 });
    expect(Object.values(result.reasons.noted)).toEqual([1]);
  });
});
