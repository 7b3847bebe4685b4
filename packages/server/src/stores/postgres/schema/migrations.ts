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

/** The first line of a migration with statements that cannot run in a transaction, such as CREATE INDEX CONCURRENTLY. */
const outside = '-- outside a transaction';

export const isOutsideTransaction = ({ sql }: Migration): boolean => sql.startsWith(`${outside}\n`);

/** A line at the top of a migration after which older versions of orgdex cannot use the database. */
const breaking = '-- older versions cannot use this database';

export const isBreaking = ({ sql }: Migration): boolean => sql.split('\n', 2).includes(breaking);

/** What a migration is for: the comment at its top, up to an empty line. */
export function describeMigration({ sql }: Migration): string {
  const lines = sql.replace(`${outside}\n`, '').replace(`${breaking}\n`, '').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^-- ?/, ''))
    .join(' ');
}

/** A comment, a text in dollar quotes or quotes, the end of a statement, or anything else. */
const token = /--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|;|[^;$'-]+|[\s\S]/g;

/** The statements of a script, without comments. */
export function splitStatements(sql: string): string[] {
  const statements = [''];
  for (const [text] of sql.matchAll(token)) {
    if (text === ';') statements.push('');
    else if (!text.startsWith('--')) statements[statements.length - 1] += text;
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
