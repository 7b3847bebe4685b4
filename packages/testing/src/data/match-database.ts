import type { CompanyRecord } from '@orgdex/contract';
import { explainError } from '../../../server/src/cli/errors/explain-error.ts';
import type { toMatchJson } from '../../../server/src/cli/output/describe-match.ts';
import { abnOf } from '../../../server/src/sample-data/demo/numbers.ts';
import { runCommand } from '../processes/command-line.ts';
import { readCanonical } from '../stores/canonical.ts';
import { importedTables } from '../stores/database.ts';
import { type AnyRecord, company } from './records.ts';
import { openTestDatabase } from './test-database.ts';

const nsw = { country: 'AU', states: ['AU-NSW'] };

/** A company with a register number. */
export const numbered = (nth: number, name: string, facts: Partial<CompanyRecord> = {}) =>
  company(String(nth), { ...nsw, name, identifiers: { abn: abnOf(nth) }, ...facts });

/** A record without a register number. */
export const free = (key: string, name: string, facts: Partial<CompanyRecord> = {}) =>
  company(key, { ...nsw, name, ...facts });

/** A company and a web record, which a match run links. */
export const kestrel = numbered(1, 'KESTREL VANE PTY LTD');
export const page = free('page', 'Kestrel Vane', { identifiers: { network: 'kestrel-vane' } });
export const together = ['au-abr/1 pages/page'];
export const apart = ['au-abr/1', 'pages/page'];

/** A database in which names are matched, with the commands of an operator. */
export async function openMatchDatabase() {
  const database = await openTestDatabase();
  // A register counts as complete once a full file of it was imported.
  for (const source of ['au-abr', 'nz-nzbn', 'sg-acra'])
    await database.importRecords(source, [company('first')], { class: 'register', whole: true });

  const registerOf = (source: string, ...records: AnyRecord[]) =>
    database.importRecords(source, records, { class: 'register' });
  const command = (...args: string[]) => runCommand(database, 'match', ...args);
  const list = async (...args: string[]) => {
    const listed: ReturnType<typeof toMatchJson>[] = JSON.parse((await command('list', '--json', ...args)).out);
    return listed.map(({ unregistered, reasons, ...match }) => ({
      ...match,
      free: unregistered,
      reasons: reasons as { obstacles: string[] },
    }));
  };

  return {
    ...database,
    registerOf,
    register: (...records: AnyRecord[]) => registerOf('au-abr', ...records),
    web: (source: string, ...records: AnyRecord[]) => database.importRecords(source, records, { class: 'web' }),
    own: (...records: AnyRecord[]) => database.importRecords('crm', records),
    command,
    refused: (...args: string[]) => command(...args).then(() => 'it did not fail', explainError),
    list,
    run: async (...args: string[]) => JSON.parse((await command('run', '--json', ...args)).out),
    companies: async () => (await readCanonical(database.pool)).companies.map(({ records }) => records).sort(),
    idOf: async (key: string) =>
      (await database.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [key]))[0]
        ?.company_id ?? 'none',
    /** The id of the only link. */
    linkedId: async () => String((await list('--state', 'linked'))[0]?.id),
    /** Everything that a run may change, to compare the result row by row. */
    everything: () =>
      Promise.all(
        [...importedTables, 'match', 'refused_record'].map((table) =>
          database.rows(`SELECT t::text AS row FROM ${table} t ORDER BY 1`),
        ),
      ),
    clear: () =>
      database.pool.query(
        [...importedTables, 'decided_record', 'decision', 'match', 'refused_record', 'match_state']
          .map((table) => `DELETE FROM ${table}`)
          .join(';'),
      ),
  };
}

export type MatchDatabase = Awaited<ReturnType<typeof openMatchDatabase>>;
