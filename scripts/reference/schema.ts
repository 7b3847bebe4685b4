import { code, table } from './markdown.ts';

/** Tables that belong together, and what their diagram shows apart from keys. */
interface Area {
  readonly title: string;
  readonly text: string;
  /** Each table with the columns of its diagram that are not keys, separated by spaces. */
  readonly tables: Readonly<Record<string, string>>;
  /**
   * References without a foreign key: `claim(identifier) → identifier` leads to the primary key, `a(b) → c(d)` to other columns.
   * Foreign keys are added by themselves.
   */
  readonly references?: readonly string[];
}

const areas: readonly Area[] = [
  {
    title: 'Sources and runs',
    text: 'A run imports the files of a source. Each record knows the run that changed it last.',
    tables: {
      source: 'name class precedence identity_precedence',
      run: 'state whole counts checks started_at ended_at',
      row_fingerprint: 'key fingerprint',
    },
    references: [
      'row_fingerprint(source_id) → source',
      'company_record(source_id) → source',
      'company_record(run_id) → run',
      'person_record(source_id) → source',
      'person_record(run_id) → run',
    ],
  },
  {
    title: 'Companies and identity',
    text: 'Records with a common claim belong to the same company. An identifier leads to the company that a lookup returns.',
    tables: {
      company_record: 'claims content observed removed',
      claim: '',
      company: 'redirect_to merged_into version changed_at',
      identifier: 'claimants version',
      decision: 'kind made_at',
      decided_record: 'claim',
      company_name: '',
      name_index: '',
    },
    references: [
      'company_record(company_id) → company',
      'company(founder_source, founder_key) → company_record',
      'claim(source_id, key) → company_record',
      'claim(identifier) → identifier',
      'identifier(company_id) → company',
      'decided_record(source_id, key) → company_record',
      'company_name(source_id, key) → company_record',
    ],
  },
  {
    title: 'People',
    text: 'Person records name a company by a reference, which leads to the company as soon as it is loaded. The records of one person at one company become an employment.',
    tables: {
      person_record: 'position network levels departments flags',
      person_reference: 'way',
      described_key: '',
      person_slug: '',
      person_alias: '',
      contact_hash: '',
      employment: 'position network levels departments flags removed version',
    },
    references: [
      'person_record(company_ref) → person_reference',
      'person_record(company_id, person_id) → employment',
      'person_reference(company_id) → company',
      'employment(company_id) → company',
      'described_key(company_ref) → person_reference',
      'contact_hash(source_id, key) → person_record',
      'person_slug(person_id) → person_record(person_id)',
      'person_alias(person_id) → person_record(person_id)',
    ],
  },
  {
    title: 'Matching',
    text: 'Links between companies by name and location. What a run keeps for the next one is in unlogged tables: all of it can be computed again.',
    tables: {
      match: 'state score reasons made_at',
      refused_record: '',
      match_state: '',
      match_part: '',
      match_change: '',
      match_todo: '',
      match_group: 'numbered sources',
      match_name: 'name kind',
      match_pair: 'kind linked score',
    },
    references: [
      'match(free_source, free_key) → company_record',
      'match(company_source, company_key) → company_record',
      'match(decision_id) → decision',
      'refused_record(match_id) → match',
      'match_group(company_id) → company',
      'match_change(company_id) → company',
      'match_name(grp) → match_group',
      'match_pair(free) → match_group',
      'match_pair(company) → match_group',
    ],
  },
  {
    title: 'Publishing',
    text: 'Each generation of indices has a slot. The outbox has a partition for each slot.',
    tables: {
      generation: 'indices live_since published',
      rebuild_part: 'position documents',
      outbox: 'version late since',
      failed_document: 'version reason',
      coverage_report: '',
    },
    references: ['outbox(slot) → generation(slot)', 'failed_document(slot) → generation(slot)'],
  },
  {
    title: 'Accounts and keys',
    text: 'Who may use the API, and the audit log.',
    tables: {
      plan: 'rate burst monthly_credits scopes countries',
      account: 'name suspended',
      api_key: 'hash scopes mode expires_at revoked_at',
      console_session: 'used_at',
      audit: '',
    },
  },
  {
    title: 'Usage and credits',
    text: 'A process writes usage to its spool before a response is sent, and adds the spool to these tables exactly once.',
    tables: {
      api_process: 'seen_at segment position',
      credit_lease: 'taken spent',
      usage: 'at operation credits',
      usage_day: 'count',
      usage_month: 'used',
      refusal_day: 'count',
      received_people: 'at purpose people',
    },
    references: [
      'usage(account_id) → account',
      'usage(key_id) → api_key',
      'received_people(key_id) → api_key',
      'api_key(account_id) → account',
    ],
  },
  {
    title: 'Opt-outs, erasure and expiry',
    text: 'People that no import accepts and no response contains. Which columns contain personal data: [records of processing](../privacy/records.md).',
    tables: {
      suppression: 'made_at',
      opt_out: 'made_at people lifted_at',
      opt_out_value: '',
      suppressed_employment: 'seq lifted',
      removed_handle: '',
      pending_erasure: 'since',
      expiry_run: '',
    },
    references: [
      'opt_out_value(opt_out_id) → opt_out',
      'opt_out_value(value) → suppression',
      'suppressed_employment(company_id, person_id) → employment',
      'pending_erasure(person_id) → employment(person_id)',
    ],
  },
  {
    title: 'Installation',
    text: 'What belongs to the database as a whole.',
    tables: { installation: '', migration: '', database_role: '' },
  },
];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly comment: string | null;
}

interface Table {
  readonly name: string;
  readonly comment: string | null;
  /** `HASH (id)` */
  readonly partitioned: string | null;
  readonly columns: readonly Column[];
  /** Columns that identify a row: the primary key first. */
  readonly keys: readonly (readonly string[])[];
  readonly foreignKeys: readonly { columns: readonly string[]; to: string }[];
}
type Catalog = ReadonlyMap<string, Table>;

/** The tables of the current schema as PostgreSQL describes them. A partial index identifies no row. */
const catalogQuery = `
  SELECT c.relname AS name, obj_description(c.oid, 'pg_class') AS comment, pg_get_partkeydef(c.oid) AS partitioned,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'nullable', NOT a.attnotnull, 'comment', col_description(c.oid, a.attnum)) ORDER BY a.attnum)
     FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT coalesce(json_agg((SELECT json_agg(pg_get_indexdef(i.indexrelid, n, true) ORDER BY n)
         FROM generate_series(1, i.indnkeyatts) n) ORDER BY i.indisprimary DESC, i.indexrelid), '[]')
     FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL) AS keys,
    (SELECT coalesce(json_agg(json_build_object('to', f.confrelid::regclass::text, 'columns',
         (SELECT json_agg(a.attname ORDER BY n) FROM unnest(f.conkey) WITH ORDINALITY k (attnum, n)
          JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum)) ORDER BY f.conname), '[]')
     FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f') AS "foreignKeys"
  FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
  ORDER BY c.relname COLLATE "C"`;

interface Reference {
  readonly from: Table;
  readonly columns: readonly string[];
  readonly to: Table;
  readonly toColumns: readonly string[];
  readonly isEnforced: boolean;
}

function find(catalog: Catalog, name: string): Table {
  const found = catalog.get(name);
  if (!found) throw new Error(`scripts/reference/schema.ts names the table ${name}, which does not exist.`);
  return found;
}

const written = /^(?<from>\w+)\((?<columns>[\w, ]+)\) → (?<to>\w+)(?:\((?<toColumns>\w+)\))?$/;

function toReference(catalog: Catalog, text: string): Reference {
  const { from = '', columns = '', to = '', toColumns } = written.exec(text)?.groups ?? {};
  const [child, parent] = [find(catalog, from), find(catalog, to)];
  return {
    from: child,
    columns: columns.split(', '),
    to: parent,
    toColumns: toColumns === undefined ? (parent.keys[0] ?? []) : [toColumns],
    isEnforced: child.foreignKeys.some((key) => key.columns.join(', ') === columns && key.to === to),
  };
}

/** The foreign keys of an area, and what it adds to them. A reference of a table to itself is not drawn. */
function referencesOf(catalog: Catalog, { tables, references = [] }: Area): Reference[] {
  const own = Object.keys(tables).map((name) => find(catalog, name));
  const foreign = own.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map(({ columns, to }) => `${name}(${columns.join(', ')}) → ${to}`),
  );
  return [...foreign, ...references].map((text) => toReference(catalog, text)).filter(({ from, to }) => from !== to);
}

const isKey = ({ keys }: Table, columns: readonly string[]): boolean =>
  keys.some((key) => key.every((column) => columns.includes(column)));

/** `company ||..o{ company_record : ""`. The columns are marked in the tables: labels would make the diagram twice as wide. */
function drawReference({ from, columns, to, toColumns, isEnforced }: Reference): string {
  const isOptional = from.columns.some(({ name, nullable }) => nullable && columns.includes(name));
  const one = isKey(to, toColumns) ? (isOptional ? '|o' : '||') : '}|';
  const many = isKey(from, columns) ? 'o|' : 'o{';
  return `  ${to.name} ${one}${isEnforced ? '--' : '..'}${many} ${from.name} : ""`;
}

const shortType = (type: string): string => type.replace('timestamp with time zone', 'timestamptz');

/** The keys of a table, what refers to others, and the columns that the area names. */
function drawTable(entity: Table, references: readonly Reference[], named: readonly string[]): string {
  const missing = named.find((name) => !entity.columns.some((column) => column.name === name));
  if (missing) throw new Error(`scripts/reference/schema.ts names ${entity.name}.${missing}, which does not exist.`);
  const primary = entity.keys[0] ?? [];
  const foreign = references.filter(({ from }) => from === entity).flatMap(({ columns }) => columns);
  const other = references.filter(({ to }) => to === entity).flatMap(({ toColumns }) => toColumns);
  const shown = new Set([...primary, ...foreign, ...other, ...named]);
  const lines = entity.columns
    .filter(({ name }) => shown.has(name))
    .map(({ name, type }) => {
      const key = primary.includes(name) ? ' PK' : foreign.includes(name) ? ' FK' : '';
      return `    ${shortType(type)} ${name}${key}`;
    });
  return `  ${entity.name} {\n${lines.join('\n')}\n  }`;
}

/** The tables of an area that refer to others, and the tables of other areas at the ends of their references. */
function diagramOf(catalog: Catalog, area: Area): string[] {
  const references = referencesOf(catalog, area);
  if (references.length === 0) return [];
  const entities = new Set(references.flatMap(({ from, to }) => [to, from]));
  const lines = [
    ...references.map(drawReference),
    ...[...entities].map((entity) =>
      drawTable(entity, references, area.tables[entity.name]?.split(' ').filter(Boolean) ?? []),
    ),
  ];
  return [`\`\`\`mermaid\nerDiagram\n${lines.join('\n')}\n\`\`\``];
}

function describeTable({ name, comment, partitioned, columns, keys }: Table): string[] {
  if (!comment) throw new Error(`The table ${name} has no comment. Add COMMENT ON TABLE to its migration.`);
  const primary = keys[0]?.join(', ');
  const notes = [
    ...(primary === undefined ? [] : [`Primary key: ${code(primary)}.`]),
    ...(partitioned === null ? [] : [`Partitioned by ${code(partitioned)}.`]),
  ];
  return [
    `### ${name}`,
    [comment, ...notes].join(' '),
    table(
      ['Column', 'Type', 'Meaning'],
      columns.map((column) => [
        code(column.name),
        `${code(shortType(column.type))}${column.nullable ? ', or null' : ''}`,
        column.comment ?? '',
      ]),
    ),
  ];
}

/** Fails unless each table is in one area. */
function checkAreas(catalog: Catalog): void {
  const listed = areas.flatMap(({ tables }) => Object.keys(tables));
  const missing = [...catalog.keys()].filter((name) => listed.filter((one) => one === name).length !== 1);
  if (missing.length > 0) throw new Error(`List in one area of scripts/reference/schema.ts: ${missing.join(', ')}.`);
}

const intro = [
  'The tables in PostgreSQL. Diagrams show keys and the most important columns. A solid line is a foreign key; a dashed line is a',
  'reference that PostgreSQL does not check, because such rows are written in bulk. Tables without a line are only in the lists below the',
  'diagrams. Partitions are not listed: there are 16 of each table that is partitioned by `HASH`, two of `outbox`, and one of `usage` for',
  'each month.',
].join('\n');

/** The page of the schema, from the catalog of a migrated database. */
export async function schemaPage(database: { query(sql: string): Promise<{ rows: Table[] }> }): Promise<string> {
  const { rows } = await database.query(catalogQuery);
  const catalog: Catalog = new Map(rows.map((one) => [one.name, one]));
  checkAreas(catalog);
  const parts = areas.flatMap((area) => [
    `## ${area.title}`,
    area.text,
    ...diagramOf(catalog, area),
    ...Object.keys(area.tables).flatMap((name) => describeTable(find(catalog, name))),
  ]);
  const source =
    '<!-- Generated from the catalog by schema-page.http.test.ts: npx vitest run schema-page -u. Do not edit. -->';
  return `${[source, '# Database schema', intro, ...parts].join('\n\n')}\n`;
}
