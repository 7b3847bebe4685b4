import { type Static, type TSchema, Type } from 'typebox';
import { Nullable, NullableInteger, NullableString } from './nullable.ts';
import { keyModes, planScopes, type Scope, type SupportedCountry, scopes, supportedCountries } from './vocabulary.ts';

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
const Countries = (whose: string) =>
  Type.Unsafe<string[] | null>({
    ...list(supportedCountries, { description: `Countries that ${whose} may ask about; null: all of them` }),
    type: ['array', 'null'],
  });

/** Letters that can stand in an address unescaped. */
export const planNamePattern = '^[a-z0-9][a-z0-9-]{0,59}$';
/** Largest numbers of a plan: the limiter is exact up to here. */
export const planLimits = { rate: 10_000, burst: 100_000, perDay: 1_000_000_000, credits: 1_000_000_000_000 } as const;

/** What was agreed with a customer. */
const planFields = {
  rate: Type.Integer({ minimum: 1, maximum: planLimits.rate, description: 'Requests per second of each key' }),
  burst: Type.Integer({ minimum: 1, maximum: planLimits.burst, description: 'Requests that may come at once' }),
  requests_per_day: NullableInteger({
    minimum: 1,
    maximum: planLimits.perDay,
    description: 'Requests of each key in 24 hours; null: no such limit',
  }),
  monthly_credits: NullableInteger({
    minimum: 0,
    maximum: planLimits.credits,
    description: 'Credits of the account in a calendar month (UTC); null: as many as it uses',
  }),
  countries: Countries('its keys'),
  scopes: Type.Unsafe<string[]>(list(planScopes, { description: 'What its keys may do at most' })),
  companies_per_day: NullableInteger({
    minimum: 1,
    maximum: planLimits.perDay,
    description: 'Distinct companies that a key may see in a day (UTC); null: no cap',
  }),
  people_per_day: NullableInteger({
    minimum: 1,
    maximum: planLimits.perDay,
    description: 'Distinct people that a key may see in a day (UTC); null: no cap',
  }),
};

const PlanName = Type.String({ pattern: planNamePattern, description: 'Name of the plan', examples: ['standard'] });
export const AccountName = Type.String({
  minLength: 1,
  maxLength: 100,
  // Neither blanks around it nor control characters in it.
  pattern: '^[^\\s\\p{C}](?:[^\\p{C}]*[^\\s\\p{C}])?$',
  description: 'Name of the account',
});

export const Plan = Type.Object({ name: PlanName, ...planFields }, { ...closed, $id: 'Plan' });
export type Plan = Static<typeof Plan>;

/** A whole plan: what is left out falls back to the default, not to what was there. */
export const PlanTerms = Type.Object(
  Object.fromEntries(
    Object.entries(planFields).map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
  ) as unknown as { [K in keyof typeof planFields]: ReturnType<typeof Type.Optional<(typeof planFields)[K]>> },
  { ...closed, $id: 'PlanTerms' },
);
export type PlanTerms = Static<typeof PlanTerms>;

export const Account = Type.Object(
  {
    name: AccountName,
    plan: PlanName,
    suspended: Type.Boolean({ description: 'While true, none of its keys is valid' }),
    created_at: Moment('When it was made'),
  },
  { ...closed, $id: 'Account' },
);
export type Account = Static<typeof Account>;

/** What can be said of an account; what is left out stays as it is. */
export const AccountTerms = Type.Object(
  {
    plan: Type.Optional(PlanName),
    suspended: Type.Optional(Type.Boolean({ description: 'True: none of its keys is valid until it is false again' })),
  },
  { ...closed, $id: 'AccountTerms' },
);
export type AccountTerms = Static<typeof AccountTerms>;

/** How long an old key lives on beside the one that replaces it: where nothing is said, and at most. */
export const defaultOverlapHours = 24;
export const maxOverlapHours = 7 * 24;

const keyFields = {
  mode: Type.Unsafe<(typeof keyModes)[number]>({
    type: 'string',
    enum: [...keyModes],
    description: 'test keys ask an invented world and cost nothing',
  }),
  label: NullableString({ maxLength: 100, description: 'A word to recognise it by' }),
  scopes: Type.Unsafe<(typeof scopes)[number][]>(list(scopes, { description: 'What it may do' })),
  countries: Countries('it'),
  addresses: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', maxLength: 50 },
    minItems: 1,
    maxItems: 100,
    description: 'IP addresses and networks (CIDR) that it may be used from; null: from anywhere',
    examples: [['203.0.113.7', '2001:db8::/32']],
  }),
  expires_at: NullableMoment('When it ends by itself; null: never'),
};

export const ApiKey = Type.Object(
  {
    id: Type.String({ description: 'Name of the key, not the key' }),
    account: AccountName,
    hint: Type.String({ description: 'The last four letters of the key' }),
    ...keyFields,
    created_at: Moment('When it was issued'),
    revoked_at: NullableMoment('When it was revoked'),
    last_used_at: NullableMoment('When it was last used, within a minute'),
    replaced_by: NullableString({ description: 'Id of the key that a rotation put in its place' }),
  },
  { ...closed, $id: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

/** A key as it is issued: the only time that it is shown. */
export const IssuedKey = Type.Object(
  { key: Type.String({ description: 'The key itself: it is not stored and not shown again' }), details: ApiKey },
  { ...closed, $id: 'IssuedKey' },
);
export type IssuedKey = Static<typeof IssuedKey>;

const { scopes: keyScopes, mode, label, countries, addresses, expires_at } = keyFields;
/** What is said of a key if one likes, when it is issued and later. */
const optionalTerms = {
  label: Type.Optional(label),
  countries: Type.Optional(countries),
  addresses: Type.Optional(addresses),
  expires_at: Type.Optional(expires_at),
};

export const KeyTerms = Type.Object(
  { account: AccountName, scopes: keyScopes, mode: Type.Optional(mode), ...optionalTerms },
  { ...closed, $id: 'KeyTerms' },
);
export type KeyTerms = Static<typeof KeyTerms>;

/** What of a key can become other; what is left out stays as it is. */
export const KeyChange = Type.Object(
  { scopes: Type.Optional(keyScopes), ...optionalTerms },
  { ...closed, $id: 'KeyChange' },
);
export type KeyChange = Static<typeof KeyChange>;

export const Rotation = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxOverlapHours,
        description: `How long the old key lives on; default ${defaultOverlapHours}, 0 ends it at once`,
      }),
    ),
  },
  { ...closed, $id: 'Rotation' },
);
export type Rotation = Static<typeof Rotation>;

/** One entry of the audit log. */
export const AuditEntry = Type.Object(
  {
    number: Type.Integer({ description: 'Counts up without a gap' }),
    at: Moment('When'),
    actor: Type.String({ description: 'Who: `key:<id>` or `cli:<user>`' }),
    action: Type.String({ description: 'What was done' }),
    subject: Type.String({ description: 'To which plan, account, key or match' }),
    detail: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    hash: Type.String({ description: 'Covers this entry and the hash of the one before' }),
  },
  { ...closed, $id: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

/** How many answers that cost a credit were given on one day, by operation. */
const UsageDay = Type.Object(
  {
    day: Type.String({ format: 'date' }),
    operation: Type.String({ description: 'As operationId names it' }),
    count: Type.Integer(),
  },
  closed,
);

export const AccountUsage = Type.Object(
  { account: AccountName, ...UsageDay.properties },
  { ...closed, $id: 'AccountUsage' },
);
export type AccountUsage = Static<typeof AccountUsage>;

/** Where a customer stands. */
export const Usage = Type.Object(
  {
    account: AccountName,
    plan: PlanName,
    key: ApiKey,
    scopes: Type.Unsafe<Scope[]>(list(scopes, { minItems: 0, description: 'What key and plan together allow' })),
    countries: Type.Unsafe<SupportedCountry[] | null>({
      ...list(supportedCountries, {
        minItems: 0,
        description: 'Countries that key and plan together let it ask about; null: all of them',
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
      closed,
    ),
    credits: Type.Object(
      {
        monthly: NullableInteger({ description: 'Credits of this month; null: no quota' }),
        used: Type.Integer({ description: 'Credits used this month by the whole account' }),
        remaining: NullableInteger({ description: 'What is left of them; null: no quota' }),
        renews_at: Moment('When the next month begins'),
      },
      closed,
    ),
    days: Type.Array(UsageDay, { description: 'The account, by day and operation, oldest first' }),
  },
  { ...closed, $id: 'Usage' },
);
export type Usage = Static<typeof Usage>;
