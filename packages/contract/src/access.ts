import { type Static, type TSchema, Type } from 'typebox';
import { type SupportedCountry, supportedCountries } from './countries.ts';
import {
  defaultOverlapHours,
  defaultPlan,
  maxOverlapHours,
  planLimits,
  planNamePattern,
  receivedPeopleDays,
} from './limits.ts';
import { Nullable, NullableInteger, NullableString } from './nullable.ts';
import { apiScopes, keyModes, planScopes, reconcileScope, type Scope, scopes } from './vocabulary.ts';

const list = (values: readonly string[], facts: object = {}) => ({
  type: 'array',
  items: { type: 'string', enum: [...values] },
  minItems: 1,
  uniqueItems: true,
  ...facts,
});

const closed = { additionalProperties: false } as const;
const Moment = (description: string) => Type.String({ format: 'date-time', description });
const NullableMoment = (description: string) => Nullable(Moment(description));
const Countries = (description: string) =>
  Type.Unsafe<string[] | null>({
    ...list(supportedCountries, { description }),
    type: ['array', 'null'],
  });

/** What a plan grants and limits. */
const planFields = {
  rate: Type.Integer({
    minimum: 1,
    maximum: planLimits.rate,
    description: 'Requests per second for each key',
    examples: [5],
  }),
  burst: Type.Integer({
    minimum: 1,
    maximum: planLimits.burst,
    description: 'Requests that a key may send at once',
    examples: [10],
  }),
  requests_per_day: NullableInteger({
    minimum: 1,
    maximum: planLimits.perDay,
    description: 'Requests per 24 hours for each key; `null` for no limit',
    examples: [1000],
  }),
  monthly_credits: NullableInteger({
    minimum: 0,
    maximum: planLimits.credits,
    description: 'Credits of the account per calendar month (UTC); `null` for no limit',
    examples: [1000],
  }),
  countries: Countries('Countries that the keys of the plan may request, and whose companies they see; `null` for all'),
  scopes: Type.Unsafe<string[]>(list(planScopes, { description: 'Scopes that the keys of the plan can have' })),
  companies_per_day: NullableInteger({
    minimum: 1,
    maximum: planLimits.perDay,
    description: 'Distinct companies that each key may read per day (UTC); `null` for no limit',
    examples: [500],
  }),
  people_per_day: NullableInteger({
    minimum: 1,
    maximum: planLimits.perDay,
    description: 'Distinct people that each key may read per day (UTC); `null` for no limit',
    examples: [5000],
  }),
};

const PlanName = Type.String({
  pattern: planNamePattern,
  description: 'Name of the plan',
  examples: [defaultPlan.name],
});
export const AccountName = Type.String({
  minLength: 1,
  maxLength: 100,
  // No leading or trailing space, and no control characters.
  pattern: '^[^\\s\\p{C}](?:[^\\p{C}]*[^\\s\\p{C}])?$',
  description: 'Name of the account',
  examples: ['acme'],
});

export const Plan = Type.Object({ name: PlanName, ...planFields }, { ...closed, $id: 'Plan' });
export type Plan = Static<typeof Plan>;

/** A whole plan: a field that is left out gets its default, not its previous value. */
export const PlanTerms = Type.Object(
  Object.fromEntries(
    Object.entries(planFields).map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
  ) as unknown as { [K in keyof typeof planFields]: ReturnType<typeof Type.Optional<(typeof planFields)[K]>> },
  {
    ...closed,
    $id: 'PlanInput',
    examples: [{ rate: 5, burst: 10, monthly_credits: 1000, scopes: ['company:read', 'people:search'] }],
  },
);
export type PlanTerms = Static<typeof PlanTerms>;

export const Account = Type.Object(
  {
    name: AccountName,
    plan: PlanName,
    suspended: Type.Boolean({ description: 'If `true`, the keys of the account are rejected' }),
    credits_used: Type.Integer({
      description: 'Credits used this month (UTC) by all keys of the account',
      examples: [2],
    }),
    created_at: Moment('When the account was created'),
  },
  { ...closed, $id: 'Account' },
);
export type Account = Static<typeof Account>;

/** What can be set on an account; a field that is left out keeps its value. */
export const AccountTerms = Type.Object(
  {
    plan: Type.Optional(PlanName),
    suspended: Type.Optional(
      Type.Boolean({ description: '`true` suspends the account: its keys are rejected until this is `false` again' }),
    ),
  },
  { ...closed, $id: 'AccountInput', examples: [{ plan: 'starter' }] },
);
export type AccountTerms = Static<typeof AccountTerms>;

const keyFields = {
  mode: Type.Unsafe<(typeof keyModes)[number]>({
    type: 'string',
    enum: [...keyModes],
    description: 'A `live` key reads your data. A `test` key reads synthetic companies, free of charge',
  }),
  label: NullableString({ maxLength: 100, description: 'A name to recognize the key by', examples: ['website'] }),
  scopes: Type.Unsafe<(typeof scopes)[number][]>(
    list(scopes, {
      description: `Operations that the key may call. \`${reconcileScope}\` excludes the others: OpenRefine sends such a key in URLs`,
      examples: [[...apiScopes]],
    }),
  ),
  countries: Countries(
    'Countries that the key may request, and whose companies it sees: those with headquarters or a record there. `null` for all',
  ),
  addresses: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', maxLength: 50 },
    minItems: 1,
    maxItems: 100,
    description: 'IP allowlist of the key: addresses and networks (CIDR); `null` for any address',
    examples: [['203.0.113.7', '2001:db8::/32']],
  }),
  expires_at: NullableMoment('When the key expires; `null` for never'),
  records_people: Type.Boolean({
    description: `Whether responses with people are recorded for ${receivedPeopleDays} days: the people, the time and the header \`X-Purpose\``,
  }),
};

export const ApiKey = Type.Object(
  {
    id: Type.String({ description: 'Id of the key. It is not secret', examples: ['key_1v4NCiDq92AH'] }),
    account: AccountName,
    hint: Type.String({ description: 'The last four characters of the key', examples: ['cBs8'] }),
    ...keyFields,
    created_at: Moment('When the key was created'),
    revoked_at: NullableMoment('When the key was revoked; `null` if it was not'),
    last_used_at: NullableMoment('When the key was last used, accurate to a minute; `null` if never'),
    replaced_by: NullableString({ description: 'Id of the key that replaced this one; `null` if it was not rotated' }),
  },
  { ...closed, $id: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

/** A new key: the only response that contains the key itself. */
export const IssuedKey = Type.Object(
  {
    key: Type.String({
      description: 'The API key. It is not stored and cannot be shown again',
      examples: ['orgdex_test_…'],
    }),
    details: ApiKey,
  },
  { ...closed, $id: 'IssuedKey' },
);
export type IssuedKey = Static<typeof IssuedKey>;

const { scopes: keyScopes, mode, label, countries, addresses, expires_at, records_people } = keyFields;
/** Optional settings of a key, when it is created and later. */
const optionalTerms = {
  label: Type.Optional(label),
  countries: Type.Optional(countries),
  addresses: Type.Optional(addresses),
  expires_at: Type.Optional(expires_at),
  records_people: Type.Optional(records_people),
};

export const KeyTerms = Type.Object(
  { account: AccountName, scopes: keyScopes, mode: Type.Optional(mode), ...optionalTerms },
  {
    ...closed,
    $id: 'NewKey',
    examples: [{ account: 'acme', mode: 'test', scopes: ['company:read', 'people:search'], label: 'website' }],
  },
);
export type KeyTerms = Static<typeof KeyTerms>;

/** What can be changed on a key; a field that is left out keeps its value. */
export const KeyChange = Type.Object(
  { scopes: Type.Optional(keyScopes), ...optionalTerms },
  { ...closed, $id: 'KeyChange', examples: [{ label: 'website', addresses: ['203.0.113.7'] }] },
);
export type KeyChange = Static<typeof KeyChange>;

export const Rotation = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlapHours,
        description: `Hours until the old key is revoked. Default: ${defaultOverlapHours}; 0 revokes it at once`,
      }),
    ),
  },
  { ...closed, $id: 'Rotation', examples: [{ overlap_hours: defaultOverlapHours }] },
);
export type Rotation = Static<typeof Rotation>;

/** One entry of the audit log. */
export const AuditEntry = Type.Object(
  {
    number: Type.Integer({ description: 'Sequence number, without gaps' }),
    at: Moment('When it was done'),
    actor: Type.String({ description: 'Who did it: `key:<id>` or `cli:<user>`' }),
    action: Type.String({ description: 'What was done, such as `key.revoke` or `people.search`' }),
    subject: Type.String({ description: 'What was changed, such as `key:<id>`, or searched, such as `company:<id>`' }),
    detail: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The values that were set, or the filters of a search',
    }),
    hash: Type.String({ description: 'Hash of this entry and the hash of the previous one' }),
  },
  { ...closed, $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** Metered responses of one day, by operation. */
const UsageDay = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'Day (UTC)' }),
    operation: Type.String({ description: 'operationId of the operation', examples: ['getCompany'] }),
    count: Type.Integer({ description: 'Number of responses that cost a credit', examples: [2] }),
  },
  closed,
);

export const AccountUsage = Type.Object(
  { account: AccountName, ...UsageDay.properties },
  { ...closed, $id: 'AccountUsage' },
);
export type AccountUsage = Static<typeof AccountUsage>;

/** Limits, credits and usage of the calling key and its account. */
export const Usage = Type.Object(
  {
    account: AccountName,
    plan: PlanName,
    key: ApiKey,
    scopes: Type.Unsafe<Scope[]>(
      list(scopes, { minItems: 0, description: 'Scopes that both the key and the plan grant' }),
    ),
    countries: Type.Unsafe<SupportedCountry[] | null>({
      ...list(supportedCountries, {
        minItems: 0,
        description: 'Countries that both the key and the plan allow, for requests and for companies; `null` for all',
      }),
      type: ['array', 'null'],
    }),
    limits: Type.Object(
      {
        rate: planFields.rate,
        burst: planFields.burst,
        requests_per_day: planFields.requests_per_day,
        companies_per_day: planFields.companies_per_day,
        people_per_day: planFields.people_per_day,
      },
      { ...closed, description: 'Limits of the plan' },
    ),
    credits: Type.Object(
      {
        monthly: NullableInteger({ description: 'Credits per month; `null` for no limit', examples: [1000] }),
        used: Type.Integer({ description: 'Credits used this month by all keys of the account', examples: [2] }),
        remaining: NullableInteger({ description: 'Credits left this month; `null` for no limit', examples: [998] }),
        renews_at: Moment('When the next month starts'),
      },
      { ...closed, description: 'Credits of the account' },
    ),
    days: Type.Array(UsageDay, { description: 'Usage of the account by day and operation, oldest first' }),
  },
  { ...closed, $id: 'Usage' },
);
export type Usage = Static<typeof Usage>;
