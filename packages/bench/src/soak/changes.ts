import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { company, person } from '../../../testing/src/data/records.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { createUnlimitedKey } from '../load/unlimited-key.ts';

const importedCompanies = 500;
const peoplePerCompany = 4;

/** How many rounds are between two changes of each kind. */
const everyRounds = { import: 1, key: 2, optOut: 3 } as const;

export interface OptOut {
  readonly since: number;
  /** A people search that would find the person. */
  readonly body: object;
}

export interface Changes {
  imports: number;
  keys: number;
  optOuts: number;
  rebuilds: number;
}

/** The same companies and people each time, with other values: what is stored must not grow. */
function recordsOf(round: number): string {
  const lines = Array.from({ length: importedCompanies }, (_, at) => [
    company(`soak-${at}`, { name: `Kestrel Works ${at}`, employee_count: round + at }),
    ...Array.from({ length: peoplePerCompany }, (__, one) =>
      person(`soak-${at}-${one}`, `soak-${at}`, { position: `Manager of round ${round}` }),
    ),
  ]).flat();
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The work of operators while customers send requests. */
export async function openChanges(installation: Installation, companies: readonly string[]) {
  const { home, orgdex, pool } = installation;
  const done: Changes = { imports: 0, keys: 0, optOuts: 0, rebuilds: 0 };
  /** Each opted-out person, since when, and the company whose people would include them. */
  const optedOut = new Map<string, OptOut>();
  let current = await createUnlimitedKey(installation, 'soak');

  const work = {
    async import(round: number) {
      const file = join(home, 'soak.ndjson');
      writeFileSync(file, recordsOf(round));
      await orgdex('import', 'records', file, '--source', 'soak');
      done.imports += 1;
    },
    async key() {
      const old = current;
      current = await createUnlimitedKey(installation, 'soak');
      // Requests that were sent with the old key get their response first.
      await sleep(2000);
      await orgdex('key', 'revoke', old.details.id);
      done.keys += 1;
    },
    async optOut() {
      const { rows } = await pool.query<{ person_id: string; company_id: string; country: string }>(
        'SELECT person_id, company_id, country FROM employment WHERE company_id = ANY($1) AND NOT removed ORDER BY random() LIMIT 1',
        [companies],
      );
      const [found] = rows;
      if (!found) return;
      await orgdex('person', 'suppress', '--id', found.person_id);
      const { company_id: companyId, country: selectedCountry } = found;
      optedOut.set(found.person_id, { since: Date.now(), body: { companyId, selectedCountry, size: '100' } });
      done.optOuts += 1;
    },
  };

  return {
    done,
    optedOut,
    key: () => current.key,
    async rebuild(): Promise<void> {
      await orgdex('rebuild');
      done.rebuilds += 1;
    },
    /** What is due in this round. */
    async round(round: number): Promise<void> {
      for (const [kind, every] of Object.entries(everyRounds) as [keyof typeof work, number][]) {
        if (round % every === 0) await work[kind](round);
      }
    },
  };
}
