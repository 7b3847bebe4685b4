import { defaultCountry } from '@orgdex/contract';
import { openLedger, type Pool } from '../../../server/src/ledger/pool.ts';
import { parseSearch } from '../../../server/src/people/search-request.ts';
import { asAdmin } from '../../../server/test/support/stores/database.ts';
import { forPosition } from '../speed/requests.ts';
import type { Place } from '../speed/installation.ts';
import type { StoreMeters } from './meters.ts';
import { runPgbench, toScript } from './pgbench.ts';
import type { Answer, Course, Party, PeerSubject, Side } from './side.ts';
import { sqlOf } from './sql.ts';
import { fillTables } from './tables.ts';

const createAsked = `DROP TABLE IF EXISTS asked;
  CREATE TABLE asked (turn integer PRIMARY KEY, company text, identifier text, country text, words text[])`;

/** One question of the table: the same words that the service makes of the same title. */
function toAsked({ company, identifier, country, titles = [] }: PeerSubject, at: number) {
  const position = forPosition(titles[at % titles.length] ?? '');
  const { filter } = parseSearch({ companyId: company, ...(country && { selectedCountry: country }), ...position });
  return { turn: at + 1, company, identifier, country: country ?? defaultCountry, words: filter.words };
}

async function writeAsked(pool: Pool, { subjects }: Course): Promise<void> {
  await pool.query(createAsked);
  const rows = JSON.stringify(subjects.map(toAsked));
  await pool.query('INSERT INTO asked SELECT * FROM jsonb_populate_recordset(NULL::asked, $1)', [rows]);
  await pool.query('VACUUM ANALYZE asked');
}

interface Row {
  readonly profile?: string;
  readonly person_id: string;
  readonly company_name: string;
  readonly match: object;
  readonly total: number;
}

function toAnswer(rows: readonly Row[]): Answer {
  const [first] = rows;
  if (first?.profile) {
    const whole = JSON.parse(first.profile);
    return { about: whole.id, whole, bytes: Buffer.byteLength(first.profile) };
  }
  const people = rows.map(({ person_id, company_name, match }) => ({ person_id, company_name, ...match }));
  const whole = { people, total: first?.total ?? 0 };
  return { about: people.map(({ person_id }) => person_id), whole, bytes: Buffer.byteLength(JSON.stringify(people)) };
}

interface PostgresTerms {
  readonly place: Place;
  readonly meters: StoreMeters;
  /** pgbench. */
  readonly program: string;
}

function toSide(pool: Pool, { program, database, meters }: PostgresTerms & { database: string }): Side {
  return {
    name: 'PostgreSQL, SQL',
    meters: { PostgreSQL: meters.PostgreSQL },
    async prepare(course) {
      const sql = sqlOf[course.question];
      if (!sql) return undefined;
      await writeAsked(pool, course);
      const terms = { program, database, script: toScript(course.traffic, sql), count: course.subjects.length };
      return {
        ask: (order) => runPgbench(terms, order),
        answer: async (at) => toAnswer((await pool.query(sql.replace(':turn', '$1'), [at + 1])).rows),
        close: async () => {},
      };
    },
  };
}

/** PostgreSQL asked directly, in a database of its own on the same server. */
export async function openPostgres(terms: PostgresTerms): Promise<Party> {
  const url = new URL(terms.place.database);
  const name = `${url.pathname.slice(1)}_peer`;
  url.pathname = `/${name}`;
  const drop = () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await drop();
  await asAdmin(`CREATE DATABASE ${name}`);
  const pool = openLedger(url.href);
  const close = async () => {
    await pool.end();
    await drop();
  };
  try {
    await fillTables(pool, terms.place);
  } catch (error) {
    await close();
    throw error;
  }
  return { sides: [toSide(pool, { ...terms, database: url.href })], close };
}
