import { setTimeout as sleep } from 'node:timers/promises';
import { liveGeneration } from '../../../testing/src/data/live-generation.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startProcess } from '../../../testing/src/processes/serving.ts';
import { createUnlimitedKey } from '../load/unlimited-key.ts';
import { type SentRequest, startRequests } from '../upgrade/steady-requests.ts';

export interface ExpiryOptions {
  readonly people: number;
  readonly perSecond: number;
  /** How long the load runs before and after, to compare with. */
  readonly quietMs: number;
  note(text: string): void;
}

export interface ExpiryResult {
  readonly people: number;
  /** Records that were removed: about half of them are too old. */
  readonly removed: number;
  readonly deleted: number;
  /** Records that are too old and stay, because they say do-not-call and a younger record has the same position. */
  readonly kept: number;
  /** Positions that only records show that are too old. */
  readonly left: number;
  /** Positions that are served. */
  readonly served: number;
  /** Positions that a record shows that is not too old. */
  readonly current: number;
  readonly seconds: Readonly<Record<string, number>>;
  readonly sent: readonly SentRequest[];
}

const peoplePerCompany = 20;

const longAgo = '2020-01-01';

/** Positions, and whether only old records show them. */
const positions = `
  SELECT company_id, person_id, bool_and(observed = '${longAgo}') AS old
  FROM person_record WHERE company_id IS NOT NULL GROUP BY company_id, person_id`;

async function countServed({ opensearch, pool }: Pick<Installation, 'opensearch' | 'pool'>): Promise<number> {
  const { indices } = await liveGeneration(pool);
  await opensearch.indices.refresh({ index: indices.person });
  const { body } = await opensearch.count({ index: indices.person });
  return body.count;
}

/** Expires half of the people of a running service under load, publishes that, and deletes what the ended positions left. */
export async function runExpiry({ people, perSecond, quietMs, note }: ExpiryOptions): Promise<ExpiryResult> {
  const installation = await openInstallation();
  const { pool } = installation;
  const count = async (sql: string): Promise<number> => Number((await pool.query(sql)).rows[0].count);
  try {
    note(`loading ${people} people`);
    const companies = Math.max(10, Math.round(people / peoplePerCompany));
    await installation.orgdex('demo', '--companies', String(companies), '--people', String(people));
    await pool.query('UPDATE person_record SET observed = current_date');
    await pool.query(`UPDATE person_record SET observed = '${longAgo}' WHERE hashtext(key) % 2 = 0`);
    const { key } = await createUnlimitedKey(installation, 'expiry');
    const { rows } = await pool.query<{ company_id: string }>(
      'SELECT company_id FROM employment GROUP BY company_id ORDER BY md5(company_id) LIMIT 2000',
    );
    const serving = await startProcess(installation);
    const ids = rows.map(({ company_id }) => company_id);
    const requests = startRequests({ targets: [{ base: serving.base, isUp: true }], key, ids, perSecond });
    const seconds: Record<string, number> = {};
    const phase = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      note(name);
      requests.enter(name);
      const began = performance.now();
      const result = await work();
      seconds[name] = (performance.now() - began) / 1000;
      return result;
    };
    const expire = async () => JSON.parse((await installation.orgdex('person', 'expire', '--json')).out.trim());
    try {
      await phase('before', () => sleep(quietMs));
      const first = await phase('expire', expire);
      await phase('publish the rest', async () => {
        while ((await count('SELECT count(*) FROM outbox')) > 0) await sleep(200);
      });
      const second = await phase('delete ended positions', expire);
      await phase('after', () => sleep(quietMs));
      return {
        people: await count('SELECT count(*) FROM person_record').then((left) => left + first.records),
        removed: first.records,
        deleted: first.deleted_positions + second.deleted_positions,
        kept: await count(`SELECT count(*) FROM person_record WHERE observed = '${longAgo}'`),
        left: await count(`SELECT count(*) FROM (${positions}) p WHERE old`),
        served: await countServed(installation),
        current: await count(`SELECT count(*) FROM (${positions}) p WHERE NOT old`),
        seconds,
        sent: await requests.stop(),
      };
    } finally {
      await requests.stop();
      await serving.stop();
    }
  } finally {
    await installation.close();
  }
}
