import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../migrations/', import.meta.url);

/** One step of the schema. */
export interface Migration {
  /** The name of its file. Names decide the order. */
  readonly name: string;
  readonly sql: string;
}

/** All migrations, in order. */
export const readMigrations = (): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }));

/** The first line of a migration that builds indexes with CREATE INDEX CONCURRENTLY, which cannot run in a transaction. */
const outside = '-- outside a transaction';

export const isOutsideTransaction = ({ sql }: Migration): boolean => sql.startsWith(`${outside}\n`);

/** A line at the top of a migration after which older versions of orgdex cannot use the database. */
const breaking = '-- older versions cannot use this database';

export const isBreaking = ({ sql }: Migration): boolean => sql.split('\n', 2).includes(breaking);

/** What a migration does with a table that exists before it, and blocks others from using it. */
export interface TableLock {
  readonly table: string;
  /** As PostgreSQL's manual names it. */
  readonly lock: string;
  /** `catalog` changes the definition only; the others handle every row, so the table must be small. */
  readonly work: 'catalog' | 'scan' | 'rewrite' | 'rows';
}

const lockLine = /^-- locks (?<table>\w+): (?<lock>[A-Z ]+), (?<work>catalog|scan|rewrite|rows)$/;

/** `-- locks company: ACCESS EXCLUSIVE, catalog` */
export const toLockLine = ({ table, lock, work }: TableLock): string => `-- locks ${table}: ${lock}, ${work}`;

/** The lines of the comment at the top of a migration, up to an empty line. */
function headOf({ sql }: Migration): string[] {
  const lines = sql.split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('--')),
  );
}

/** The locks that a migration states at its top. `short-locks.http.test.ts` compares them with those that PostgreSQL takes. */
export const locksOf = (migration: Migration): TableLock[] =>
  headOf(migration).flatMap((line) => (lockLine.exec(line)?.groups as TableLock | undefined) ?? []);

/** What a migration is for: the rest of the comment at its top. */
export const describeMigration = (migration: Migration): string =>
  headOf(migration)
    .filter((line) => line !== outside && line !== breaking && !lockLine.test(line))
    .map((line) => line.replace(/^-- ?/, ''))
    .join(' ');

export interface ConcurrentIndex {
  readonly index: string;
  readonly statement: string;
}

const concurrentIndex = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+) /;

/** The statements of a migration outside a transaction. Each index has a name, so that an interrupted one can be dropped. */
export function concurrentIndexesOf({ name, sql }: Migration): ConcurrentIndex[] {
  const statements = sql.replaceAll(/--.*$/gm, '').split(';');
  return statements.flatMap((text) => {
    const statement = text.trim();
    if (statement === '') return [];
    const index = concurrentIndex.exec(statement)?.[1];
    if (index === undefined)
      throw new Error(
        `${name}: outside a transaction, only CREATE INDEX CONCURRENTLY IF NOT EXISTS <name> is allowed.`,
      );
    return [{ index, statement }];
  });
}
