import type { CompanyRecord } from '@orgdex/contract';
import { explainError } from '../../../server/src/cli/errors/explain-error.ts';
import type { toMatchJson } from '../../../server/src/cli/output/describe-match.ts';
import { abnOf } from '../../../server/src/sample-data/demo/numbers.ts';
import { runCommand } from '../processes/command-line.ts';
import { readCanonical } from '../stores/canonical.ts';
import { importedTables } from '../stores/database.ts';
import { type AnyRecord, company } from './records.ts';
import { openTestLedger } from './test-database.ts';

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

/** A ledger in which names are matched, with the commands of an operator. */
export async function openMatchLedger() {
  const ledger = await openTestLedger();
  // A register counts as complete once a full file of it was imported.
  for (const source of ['au-abr', 'nz-nzbn', 'sg-acra'])
    await ledger.importRecords(source, [company('first')], { class: 'register', whole: true });

  const registerOf = (source: string, ...records: AnyRecord[]) =>
    ledger.importRecords(source, records, { class: 'register' });
  const command = (...args: string[]) => runCommand(ledger, 'match', ...args);
  const list = async (...args: string[]) => {
    const listed: ReturnType<typeof toMatchJson>[] = JSON.parse((await command('list', '--json', ...args)).out);
    return listed.map(({ unregistered, reasons, ...match }) => ({
      ...match,
      free: unregistered,
      reasons: reasons as { obstacles: string[] },
    }));
  };

  return {
    ...ledger,
    registerOf,
    register: (...records: AnyRecord[]) => registerOf('au-abr', ...records),
    web: (source: string, ...records: AnyRecord[]) => ledger.importRecords(source, records, { class: 'web' }),
    own: (...records: AnyRecord[]) => ledger.importRecords('crm', records),
    command,
    refused: (...args: string[]) => command(...args).then(() => 'it did not fail', explainError),
    list,
    run: async (...args: string[]) => JSON.parse((await command('run', '--json', ...args)).out),
    companies: async () => (await readCanonical(ledger.pool)).companies.map(({ records }) => records).sort(),
    idOf: async (key: string) =>
      (await ledger.rows<{ company_id: string }>('SELECT company_id FROM company_record WHERE key = $1', [key]))[0]
        ?.company_id ?? 'none',
    /** The id of the only link. */
    linkedId: async () => String((await list('--state', 'linked'))[0]?.id),
    /** Everything that a run may change, to compare the result row by row. */
    everything: () =>
      Promise.all(
        [...importedTables, 'match', 'refused_record'].map((table) =>
          ledger.rows(`SELECT t::text AS row FROM ${table} t ORDER BY 1`),
        ),
      ),
    clear: () =>
      ledger.pool.query(
        [...importedTables, 'decided_record', 'decision', 'match', 'refused_record', 'match_state']
          .map((table) => `DELETE FROM ${table}`)
          .join(';'),
      ),
  };
}

export type MatchLedger = Awaited<ReturnType<typeof openMatchLedger>>;
