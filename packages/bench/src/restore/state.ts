import { createHash } from 'node:crypto';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { importedTables, rowTextWithout } from '../../../testing/src/stores/database.ts';

const sampledCompanies = 500;

/** Checksums of the database's tables and of responses, and the usage of the account. */
export interface State {
  readonly tables: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<string, string>>;
  readonly usage: number;
}

export interface Caller {
  readonly key: string;
  readonly ids: readonly string[];
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The version of a roster increases when an opt-out that was made after the backup is applied again. */
const comparedText = rowTextWithout('changed_at', 'roster_version');

async function readTables({ pool }: Installation): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of importedTables) {
    // A sum does not depend on the order, so that millions of rows need no sorting.
    const { rows } = await pool.query(
      `SELECT count(*) || ':' || coalesce(sum(hashtextextended(${comparedText}, 0)), 0) AS digest FROM ${table} t`,
    );
    digests[table] = rows[0].digest;
  }
  return digests;
}

/** Sends requests with a key: each lookup and people search of the sample. */
async function readResponses(base: string, { key, ids }: Caller): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const responses: Record<string, string> = {};
  for (const id of ids) {
    const company = await fetch(`${base}/company?id=${id}`, { headers });
    const body = JSON.stringify({ companyId: id, size: '100' });
    const people = await fetch(`${base}/people/search`, { method: 'POST', headers, body });
    responses[id] = digestOf(`${company.status} ${await company.text()} ${people.status} ${await people.text()}`);
  }
  return responses;
}

/** Metered responses of all accounts. */
export async function readUsage({ pool }: Pick<Installation, 'pool'>): Promise<number> {
  const { rows } = await pool.query('SELECT coalesce(sum(count), 0)::int AS answers FROM usage_day');
  return rows[0].answers;
}

/** Companies with people, the same in every call. */
export async function sampleCompanies({ pool }: Installation): Promise<string[]> {
  const { rows } = await pool.query(
    `SELECT company_id FROM employment WHERE NOT removed GROUP BY company_id ORDER BY md5(company_id) LIMIT ${sampledCompanies}`,
  );
  return rows.map(({ company_id }) => company_id);
}

/** The state of an installation, seen from outside, while a server of it runs. */
export async function readState(installation: Installation, caller: Caller): Promise<State> {
  const serving = await startProcess(installation);
  try {
    const responses = await readResponses(serving.base, caller);
    await serving.stop();
    return { tables: await readTables(installation), responses, usage: await readUsage(installation) };
  } finally {
    await serving.kill();
  }
}

/** What differs between two states, by name. */
export function differencesOf(before: State, after: State): string[] {
  const differing = (part: 'tables' | 'responses') =>
    Object.keys(before[part]).filter((name) => before[part][name] !== after[part][name]);
  return [...differing('tables'), ...differing('responses').map((id) => `responses for ${id}`)];
}
