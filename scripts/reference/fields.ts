import {
  Company,
  CompanyRecord,
  creditHeaders,
  endpoints,
  everyHeader,
  limitHeaders,
  PersonMatch,
  PersonRecord,
  retryHeaders,
} from '@orgdex/contract';
import { code, page, table } from './markdown.ts';

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: unknown[];
  items?: unknown;
  properties?: Record<string, unknown>;
  patternProperties?: Record<string, unknown>;
  required?: string[];
  description?: string;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
}

const number = new Intl.NumberFormat('en', { useGrouping: false });

/** `1 to 5 items`, `exactly 1 item`, `at most 5 items`; without a unit, only the numbers. */
function between(min: number | undefined, max: number | undefined, unit = ''): string[] {
  const count = (value: number) => [number.format(value), value === 1 ? unit.replace(/s$/, '') : unit].join(' ').trim();
  if (min !== undefined && max !== undefined)
    return [min === max ? `exactly ${count(max)}` : `${number.format(min)} to ${count(max)}`];
  if (max !== undefined) return [`at most ${count(max)}`];
  return min === undefined ? [] : [`at least ${count(min)}`];
}

function limitsOf(schema: Schema): string[] {
  return [
    ...between(schema.minLength, schema.maxLength, 'characters'),
    ...between(schema.minimum, schema.maximum),
    ...between(schema.minItems, schema.maxItems, 'items'),
    ...between(schema.minProperties, schema.maxProperties, 'keys'),
    ...(schema.pattern ? [`matches ${code(schema.pattern)}`] : []),
    ...(schema.format ? [schema.format] : []),
  ];
}

/** The type of a value with its limits: `string or null, at most 500 characters`. */
function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.anyOf) return schema.anyOf.map((part) => kindOf(part as Schema)).join('; or ');
  if (schema.enum) return `one of ${schema.enum.map((value) => code(String(value))).join(', ')}`;
  const kind = [schema.type ?? 'any'].flat().join(' or ');
  const inner = innerOf(schema);
  return [inner ? `${kind} of ${inner}` : kind, ...limitsOf(schema)].join(', ');
}

function innerOf({ items, patternProperties, properties, anyOf }: Schema): string | undefined {
  if (items) return `(${kindOf(items as Schema)})`;
  const [values] = Object.values(patternProperties ?? {});
  if (values) return `(${kindOf(values as Schema)}) by key`;
  return properties && anyOf === undefined ? Object.keys(properties).map(code).join(', ') : undefined;
}

type Row = [name: string, value: string, required: string, description: string];

/** One row per field; the fields of a nested object follow it with dotted names. */
function rowsOf(schema: Schema, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const field = value as Schema;
    const path = `${prefix}${name}`;
    const kind = field.properties ? [field.type ?? 'object'].flat().join(' or ') : kindOf(field);
    const limits = field.properties ? limitsOf(field).map((limit) => `, ${limit}`) : [];
    const row: Row = [
      code(path),
      kind + limits.join(''),
      schema.required?.includes(name) ? 'yes' : 'no',
      field.description ?? '',
    ];
    return [row, ...rowsOf(field, `${path}.`)];
  });
}

/** The fields of an object schema; an empty description column is left out. */
export function fieldTable(schema: object): string {
  const rows = rowsOf(schema as Schema);
  const described = rows.some(([, , , description]) => description !== '');
  const head = ['Field', 'Type', 'Required', ...(described ? ['Description'] : [])];
  return table(head, described ? rows : rows.map((cells) => cells.slice(0, 3)));
}

type HeaderRow = readonly [header: string, on: string, description: string];

const headersOn = (headers: Readonly<Record<string, string>>, on: string): HeaderRow[] =>
  Object.entries(headers).map(([name, description]) => [code(name), on, description]);

/** The headers of responses: those of many operations, then those of single ones. */
const headerRows = (): HeaderRow[] => [
  ...headersOn(everyHeader, 'every response'),
  ...headersOn(limitHeaders, 'every response to a known key'),
  ...headersOn(creditHeaders, 'responses that can cost a credit'),
  ...headersOn(retryHeaders, '429 and 503'),
  ...endpoints.flatMap(({ headers, method, url }) => headersOn(headers, code(`${method} ${url}`))),
];

/** The fields of the two kinds of response. */
export const answersPage = (): string =>
  page('Responses', 'packages/contract/src/company-profile.ts, person-match.ts and response-headers.ts', [
    'The fields that `GET /company` and `POST /people/search` return. Every required field is always present; an unknown value is `null`, or an empty list or object.',
    '## Company',
    fieldTable(Company),
    '## Person',
    fieldTable(PersonMatch),
    '## Headers',
    table(['Header', 'On', 'Meaning'], headerRows()),
  ]);

/** The records that `orgdex import records` reads. */
export const recordsPage = (): string =>
  page('Records', 'packages/contract/src/company-record.ts and person-record.ts', [
    'Load data from a program with `orgdex import records`: one JSON object per line. A record is what one source says about one company, or about one person at a company. It is identified by its source and its `key`: a later record with the same key replaces the earlier one. A record with a field that is not in these tables is rejected.',
    '## Company record',
    fieldTable(CompanyRecord),
    '## Person record',
    'Contact values set a flag, are compared with the suppression list and are then discarded. There is no field for a person’s name. A record needs `company`, or else an `email` with a domain of its own or a `company_name` ([how the company is found](../guides/own-files.md#people-without-a-company-key)).',
    fieldTable(PersonRecord),
  ]);
