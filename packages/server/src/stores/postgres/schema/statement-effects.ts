import { splitStatements } from './migrations.ts';

/** What a statement does while it holds a lock. */
export type Work = 'catalog' | 'scan' | 'rewrite' | 'rows';

/** What a statement of a migration does to a table that exists before the migration. */
export interface Effect {
  readonly table: string;
  /** As PostgreSQL's manual names it. */
  readonly lock: 'ACCESS EXCLUSIVE' | 'SHARE ROW EXCLUSIVE' | 'SHARE' | 'SHARE UPDATE EXCLUSIVE' | 'ROW EXCLUSIVE';
  readonly work: Work;
  /** Processes of the previous version use what the statement removes. */
  readonly breaksOldProcesses: boolean;
}

/** Whether a lock blocks neither reads nor writes of a running service. */
export const isHarmless = (lock: Effect['lock']): boolean => lock === 'SHARE UPDATE EXCLUSIVE';

/** Whether the statement blocks the service for longer the more rows the table has. */
export const isLong = ({ lock, work }: Effect): boolean => work !== 'catalog' && !isHarmless(lock);

interface Rule {
  readonly pattern: RegExp;
  readonly lock: Effect['lock'];
  readonly work: Work;
  readonly breaks?: true;
}

/**
 * The parts of ALTER TABLE; the first rule that fits decides. A default that is a constant, or `now()`, is stored once;
 * any other function is computed for every row. A constraint that is NOT VALID does not read the table.
 */
const alterations: readonly Rule[] = [
  { pattern: /^RENAME/, lock: 'ACCESS EXCLUSIVE', work: 'catalog', breaks: true },
  { pattern: /^DROP (?!CONSTRAINT|NOT NULL|DEFAULT)/, lock: 'ACCESS EXCLUSIVE', work: 'catalog', breaks: true },
  { pattern: /^ALTER (COLUMN )?\S+ (SET DATA )?TYPE/, lock: 'ACCESS EXCLUSIVE', work: 'rewrite', breaks: true },
  { pattern: /^ALTER (COLUMN )?\S+ SET NOT NULL/, lock: 'ACCESS EXCLUSIVE', work: 'scan', breaks: true },
  { pattern: /^VALIDATE/, lock: 'SHARE UPDATE EXCLUSIVE', work: 'scan' },
  { pattern: /^ADD .*(NOT VALID|USING INDEX)/, lock: 'ACCESS EXCLUSIVE', work: 'catalog' },
  { pattern: /^ADD (CONSTRAINT|CHECK|FOREIGN|PRIMARY|UNIQUE|EXCLUDE)/, lock: 'ACCESS EXCLUSIVE', work: 'scan' },
  { pattern: /^ADD .*(GENERATED|SERIAL)/, lock: 'ACCESS EXCLUSIVE', work: 'rewrite' },
  { pattern: /^ADD .*DEFAULT (?!NOW\(\))[A-Z_]+\(/, lock: 'ACCESS EXCLUSIVE', work: 'rewrite' },
  { pattern: /^ADD .*(CHECK|UNIQUE|PRIMARY|REFERENCES)/, lock: 'ACCESS EXCLUSIVE', work: 'scan' },
  // An old process does not fill the new column.
  { pattern: /^ADD (?!.*DEFAULT).*NOT NULL/, lock: 'ACCESS EXCLUSIVE', work: 'scan', breaks: true },
  { pattern: /^ADD (COLUMN )?(IF NOT EXISTS )?\w+ /, lock: 'ACCESS EXCLUSIVE', work: 'catalog' },
  { pattern: /^DROP CONSTRAINT/, lock: 'ACCESS EXCLUSIVE', work: 'catalog' },
  { pattern: /^ALTER (COLUMN )?\w+ (DROP|SET DEFAULT|SET STATISTICS)/, lock: 'ACCESS EXCLUSIVE', work: 'catalog' },
  { pattern: /^(RE)?SET \(/, lock: 'SHARE UPDATE EXCLUSIVE', work: 'catalog' },
];

/** A statement that no rule describes may do anything. */
const unknown: Omit<Rule, 'pattern'> = { lock: 'ACCESS EXCLUSIVE', work: 'rewrite' };

const statements: readonly Rule[] = [
  {
    pattern: /^CREATE (UNIQUE )?INDEX CONCURRENTLY.* ON (ONLY )?(?<table>\w+)/,
    lock: 'SHARE UPDATE EXCLUSIVE',
    work: 'scan',
  },
  { pattern: /^CREATE (UNIQUE )?INDEX.*? ON ONLY (?<table>\w+)/, lock: 'SHARE', work: 'catalog' },
  { pattern: /^CREATE (UNIQUE )?INDEX.*? ON (?<table>\w+)/, lock: 'SHARE', work: 'scan' },
  { pattern: /^CREATE TRIGGER.*? ON (?<table>\w+)/, lock: 'SHARE ROW EXCLUSIVE', work: 'catalog' },
  { pattern: /^(UPDATE|DELETE FROM|INSERT INTO) (?<table>\w+)/, lock: 'ROW EXCLUSIVE', work: 'rows' },
  {
    pattern: /^(DROP TABLE|TRUNCATE)( TABLE)?( IF EXISTS)? (?<table>\w+)/,
    lock: 'ACCESS EXCLUSIVE',
    work: 'catalog',
    breaks: true,
  },
  { pattern: /^COMMENT ON (TABLE|COLUMN) (?<table>\w+)/, lock: 'SHARE UPDATE EXCLUSIVE', work: 'catalog' },
];

/** Statements that lock no existing table. A block may create tables and alter functions, but not touch a table. */
const withoutLock = [
  /^(CREATE|ALTER) (OR REPLACE )?(FUNCTION|SEQUENCE|SCHEMA|TYPE)\b/,
  /^(GRANT|REVOKE)\b/,
  /^COMMENT ON (?!TABLE|COLUMN)/,
  /^DO\b(?!.*\b(ALTER TABLE|UPDATE|DELETE|CREATE (UNIQUE )?INDEX|INSERT|TRUNCATE|DROP|LOCK|REINDEX|CLUSTER|VACUUM|PERFORM)\b)/,
];

/** The commas between the parts of ALTER TABLE, not those inside parentheses. */
const partsOf = (text: string): string[] => text.split(/,(?![^(]*\))/).map((part) => part.trim());

const toEffect = (table: string, { lock, work, breaks }: Omit<Rule, 'pattern'>): Effect => ({
  table,
  lock,
  work,
  breaksOldProcesses: breaks ?? false,
});

/** Foreign keys also lock the table that they refer to, for a moment. */
const referenced = (text: string): Effect[] =>
  [...text.matchAll(/REFERENCES (\w+)/g)].map(([, table = '']) =>
    toEffect(table, { lock: 'SHARE ROW EXCLUSIVE', work: 'catalog' }),
  );

function effectsOfStatement(statement: string): Effect[] {
  const text = statement.toUpperCase().replace(/\s+/g, ' ');
  const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)/.exec(text);
  if (altered) {
    const [, table = '', rest = ''] = altered;
    const parts = partsOf(rest).map((part) => alterations.find(({ pattern }) => pattern.test(part)) ?? unknown);
    return [...parts.map((rule) => toEffect(table, rule)), ...referenced(rest)];
  }
  if (/^CREATE (UNLOGGED )?TABLE/.test(text)) return referenced(text);
  if (withoutLock.some((pattern) => pattern.test(text))) return [];
  const rule = statements.find(({ pattern }) => pattern.test(text));
  return [rule ? toEffect(rule.pattern.exec(text)?.groups?.table ?? '', rule) : toEffect('unknown', unknown)];
}

/** The tables that a script creates. */
const createdIn = (sql: string): Set<string> =>
  new Set(
    [...sql.matchAll(/^\s*CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gim)].map(([, name = '']) =>
      name.toLowerCase(),
    ),
  );

/** What a migration does to the tables that exist before it. A new table is empty and unused. */
export function effectsOf(sql: string): Effect[] {
  const created = createdIn(sql);
  return splitStatements(sql)
    .flatMap(effectsOfStatement)
    .map((effect) => ({ ...effect, table: effect.table.toLowerCase() }))
    .filter(({ table }) => !created.has(table));
}

/** Tables that stay small in every installation, so that reading all their rows takes no time. */
export const smallTables: ReadonlySet<string> = new Set([
  ...[
    'account',
    'coverage_report',
    'database_role',
    'decision',
    'generation',
    'installation',
    'migration',
    'name_index',
  ],
  ...['plan', 'source'],
]);

/** The last migration of version 0.1.0, the first one that is released. Later ones run while the service is used. */
export const baseline = '014-admin.sql';

/** Why a migration cannot run while the service is used. */
export const faultsOf = (sql: string): string[] =>
  effectsOf(sql).flatMap(({ table, lock, work, breaksOldProcesses }) => [
    ...(isLong({ table, lock, work, breaksOldProcesses }) && !smallTables.has(table)
      ? [`${table}: ${lock} lock while it handles every row (${work})`]
      : []),
    ...(breaksOldProcesses ? [`${table}: processes of the previous version would fail`] : []),
  ]);
