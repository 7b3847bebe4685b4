import {
  adminPage,
  auditPage,
  departments,
  type Endpoint,
  maxPositionLength,
  maxReasonLength,
  optOutLimits,
  paging,
  planLimits,
  searchLimits,
  seniorities,
  splitLimits,
  suggestLimits,
  supportedCountries,
  valueLimits,
} from '@orgdex/contract';

/** As much of a field's JSON Schema as a sentence about it needs. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

const vocabulary = (names: Readonly<Record<string, string>>): string =>
  `one or more of these ids or names, separated by commas or as an array: ${Object.entries(names)
    .map(([id, name]) => `${id} ${name}`)
    .join(', ')}`;

const country = `one of ${supportedCountries.join(', ')}`;
const countries = `an array of 1 to ${searchLimits.maxValues} ISO country codes, such as ["AU", "NZ"]`;
const date = 'a date in the form YYYY-MM-DD, such as 2026-11-16';
const number = (value: number): string => value.toLocaleString('en-US');
const upTo = (max: number): string => `a whole number from 1 to ${number(max)}`;

/** The same fields of several operations. */
const sameFor = (operations: readonly string[], fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    operations.flatMap((operation) => Object.entries(fields).map(([name, value]) => [`${operation}.${name}`, value])),
  );

/** What a field must be, as the end of a sentence, where its schema alone does not say so. */
const expectedValues: Readonly<Record<string, string>> = {
  country,
  selectedCountry: country,
  id: 'a company id, as returned in `id`',
  ln_slug: 'the slug of a company page, such as kestrel-vane',
  ln_url: 'the URL of a company page, such as https://www.linkedin.com/company/kestrel-vane',
  fqdn: 'a domain name, such as example.com.au',
  abn: 'an Australian Business Number of 11 digits',
  website: 'a URL, such as https://www.example.com.au',
  companyId: 'the `id` returned by `GET /company`',
  position: `a job title of at most ${maxPositionLength} characters`,
  seniority: vocabulary(seniorities),
  department: vocabulary(departments),
  cursor: 'the value of an `X-Next-Cursor` response header',
  from: date,
  to: date,
  'searchCompanies.cursor': 'the `next_cursor` of the previous page',
  'suggestCompanies.size': upTo(suggestLimits.maxSize),
  'listValues.size': upTo(valueLimits.maxSize),
  'filter.country': countries,
  'filter.not.country': countries,
  'filter.updated_since': date,
  'filter.not.updated_since': date,
  'searchPeople.from': 'a whole number of 0 or more',
  'searchPeople.size': upTo(paging.maxSize),
  after: 'the number of an audit entry, such as 120',
  before: 'the number of an audit entry, such as 120, or 0 to start with the newest',
  expect: 'the `checksum` of an earlier response',
  min_score: 'a number from 0 to 1, such as 0.8',
  below_score: 'a number from 0 to 1, such as 0.3',
  'listAudit.size': upTo(auditPage.maxSize),
  ...sameFor(['listMatches', 'listRuns', 'listOptOuts'], {
    size: upTo(adminPage.maxSize),
    cursor: 'the `next_cursor` of the previous page',
  }),
  ...sameFor(['acceptMatch', 'rejectMatch', 'undoMatch'], { id: 'the number of a match, such as 418' }),
  ...sameFor(['getOptOut', 'liftOptOut'], { id: 'the id of a receipt, such as r5x9kqv0m3c7t2e8w1h6j4n0pda' }),
  'addOptOuts.opt_outs': `an array of 1 to ${number(optOutLimits.maxItems)} opt-outs, such as {"email": "jo@example.com"}`,
  'addOptOuts.list': 'a name of 1 to 200 characters',
  reason: `a reason of 1 to ${maxReasonLength} characters`,
  'joinCompanies.companies': 'an array with the ids of two different companies',
  'splitCompany.records': `an array of 1 to ${splitLimits.maxRecords} records, such as {"source": "crm", "key": "C-120"}`,
  ...sameFor(['getRun', 'listRejections'], { id: 'the number of a run, such as 48' }),
  account: 'the name of an account (1 to 100 characters, without spaces at either end)',
  plan: 'the name of a plan, such as standard',
  expires_at: 'a timestamp with a time zone, such as 2027-01-31T00:00:00Z, or null',
  addresses: 'an array of 1 to 100 IP addresses or networks, such as 203.0.113.7 or 10.0.0.0/8, or null',
};

function arrayOf({ items, minItems = 0, maxItems }: FieldSchema): string {
  if (items?.enum) return `an array of one or more of ${items.enum.join(', ')}, each once`;
  return maxItems === undefined ? 'an array' : `an array of ${minItems} to ${maxItems} strings`;
}

function kindOf(schema: FieldSchema): string {
  const { type, enum: values, items, properties, minimum, maximum, maxLength } = schema;
  const types = [type ?? []].flat();
  if (items || types.includes('array')) return arrayOf(schema);
  if (properties) return `an object with any of the fields ${Object.keys(properties).join(', ')}`;
  if (values) return `one of ${values.filter((value) => value !== null).join(', ')}`;
  if (types.includes('integer'))
    return `a whole number from ${number(minimum ?? 0)} to ${number(maximum ?? planLimits.credits)}`;
  if (types.includes('boolean')) return 'true or false';
  return maxLength ? `text of at most ${maxLength} characters` : 'text';
}

/** What a field must be, as the end of a sentence: `a whole number from 1 to 100`. */
export function expectedValue(endpoint: Endpoint, field: string, schema: FieldSchema): string {
  const known = expectedValues[`${endpoint.id}.${field}`] ?? expectedValues[field];
  if (known) return known;
  return kindOf(schema) + ([schema.type].flat().includes('null') ? ', or null' : '');
}
