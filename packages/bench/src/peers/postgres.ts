import { defaultCountry } from '@orgdex/contract';
import { parseSearch } from '../../../server/src/api/people/search-request.ts';
import { openPool, type Pool } from '../../../server/src/stores/postgres/pool.ts';
import { asAdmin, dropDatabase } from '../../../testing/src/stores/database.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { byPosition } from '../speed/requests.ts';
import type { StoreMeters } from './meters.ts';
import { runPgbench, toScript } from './pgbench.ts';
import { sqlOf } from './sql.ts';
import type { PeerCase, PeerCompany, PeerResponse, System, SystemGroup } from './system.ts';
import { fillTables } from './tables.ts';

const createRequests = `DROP TABLE IF EXISTS request;
  CREATE TABLE request (turn integer PRIMARY KEY, company text, identifier text, country text, words text[])`;

/** One row of the request table. The words of the title are parsed in the same way as by the service. */
function buildRequests({ company, identifier, country, titles = [] }: PeerCompany, at: number) {
  const position = byPosition(titles[at % titles.length] ?? '');
  const { filter } = parseSearch({ companyId: company, ...(country && { selectedCountry: country }), ...position });
  return { turn: at + 1, company, identifier, country: country ?? defaultCountry, words: filter.positions?.[0] };
}

async function writeRequests(pool: Pool, { samples }: PeerCase): Promise<void> {
  await pool.query(createRequests);
  const rows = JSON.stringify(samples.map(buildRequests));
  await pool.query('INSERT INTO request SELECT * FROM jsonb_populate_recordset(NULL::request, $1)', [rows]);
  await pool.query('VACUUM ANALYZE request');
}

interface Row {
  readonly profile?: string;
  readonly person_id: string;
  readonly company_name: string;
  readonly match: object;
  readonly total: number;
}

function toResponse(rows: readonly Row[]): PeerResponse {
  const [first] = rows;
  if (first?.profile) {
    const whole = JSON.parse(first.profile);
    return { about: whole.id, whole, bytes: Buffer.byteLength(first.profile) };
  }
  const people = rows.map(({ person_id, company_name, match }) => ({ person_id, company_name, ...match }));
  const whole = { people, total: first?.total ?? 0 };
  return { about: people.map(({ person_id }) => person_id), whole, bytes: Buffer.byteLength(JSON.stringify(people)) };
}

interface PostgresOptions {
  readonly installation: BenchInstallation;
  readonly meters: StoreMeters;
  /** pgbench. */
  readonly program: string;
}

function toSystem(pool: Pool, { program, database, meters }: PostgresOptions & { database: string }): System {
  return {
    name: 'PostgreSQL, SQL',
    meters: { PostgreSQL: meters.PostgreSQL },
    async prepare(peerCase) {
      const sql = sqlOf[peerCase.operation];
      if (!sql) return undefined;
      await writeRequests(pool, peerCase);
      const options = { program, database, script: toScript(peerCase.traffic, sql), count: peerCase.samples.length };
      return {
        load: (order) => runPgbench(options, order),
        requestOne: async (at) => toResponse((await pool.query<Row>(sql.replace(':turn', '$1'), [at + 1])).rows),
        close: async () => {},
      };
    },
  };
}

/** PostgreSQL queried directly, in a separate database on the same server. */
export async function openPostgres(options: PostgresOptions): Promise<SystemGroup> {
  const url = new URL(options.installation.database);
  const name = `${url.pathname.slice(1)}_peer`;
  url.pathname = `/${name}`;
  const drop = () => dropDatabase(name);
  await drop();
  await asAdmin(`CREATE DATABASE ${name}`);
  const pool = openPool(url.href);
  const close = async () => {
    await pool.end();
    await drop();
  };
  try {
    await fillTables(pool, options.installation);
  } catch (error) {
    await close();
    throw error;
  }
  return { systems: [toSystem(pool, { ...options, database: url.href })], close };
}
