import { type Static, Type } from 'typebox';
import { supportedCountries } from '../countries.ts';
import type { Endpoint } from '../endpoint.ts';
import { CountryField } from '../field.ts';
import { NullableString } from '../nullable.ts';
import { matchReviewStates } from './matches.ts';
import { admin, bodyProblems, Choice, closed, Moment, Named, NullableMoment, storable } from './operation.ts';

const CompanyIdParams = Type.Object(
  {
    id: Type.String({
      pattern: storable,
      maxLength: 500,
      description: 'Company id, also one that was merged, or an identifier such as `abn:51824753556`',
      examples: ['c8wcc2pfamdjfydt0xgr7mmtra8'],
    }),
  },
  closed,
);

const AnyValue = (description: string) => Type.Unsafe<unknown>({ description });
const Source = Type.String({ description: 'Source' });
const Key = Type.String({ description: 'Key of the record in its source' });
const Observed = Type.String({ format: 'date', description: 'Date of the information' });
const Country = NullableString({ description: 'Country that the record applies to; `null` for all' });
const Ids = (description: string) => Type.Array(Type.String(), { description });

const ExplainedField = Type.Object(
  {
    field: Type.String({
      description: 'Field of the profile. Nested fields are written with a dot',
      examples: ['name'],
    }),
    value: AnyValue('The value as served'),
    from: Type.Array(Type.Object({ source: Source, observed: Observed }, closed), {
      description: 'The records that gave the value',
    }),
    region: NullableString({ description: 'Country whose value replaces the base; `null` for the base' }),
    others: Type.Array(
      Type.Object(
        { source: Source, key: Key, country: Country, observed: Observed, value: AnyValue('The value') },
        closed,
      ),
      { description: 'Records with another value' },
    ),
  },
  closed,
);

const ExplainedRecord = Type.Object(
  {
    source: Source,
    class: Type.String({ description: 'Class of the source, such as `register`' }),
    key: Key,
    country: Country,
    observed: Observed,
    removed: Type.Boolean({ description: 'Whether the source has removed the record' }),
    hidden: Type.Boolean({ description: 'Whether the record no longer contributes to the profile' }),
    founder: Type.Boolean({ description: 'Whether this is the record that keeps the company id' }),
    linked_by: NullableString({
      description: 'What linked the record to the company, such as `abn:51824753556`; `null` for nothing',
    }),
    matched_by: NullableString({ description: 'The match that linked it; `null` if identifiers did' }),
    claims: Type.Array(Type.String(), { description: 'Identifiers, matches and decisions that the record carries' }),
    run_id: Type.Integer({ description: 'Run that changed it last' }),
    content: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What the record states, in the form of the record schema',
    }),
  },
  closed,
);

const LinkingMatch = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the match' }),
    state: Choice(matchReviewStates, 'State of the match'),
    score: Type.Number({ description: 'Probability that both sides are one company' }),
    record: Type.String({ description: 'Record without a register number, as `source:key`' }),
    company: Type.String({ description: 'Record with a register number, as `source:key`' }),
    text: Type.String({ description: 'What was compared, in words' }),
  },
  closed,
);

export const CompanyExplanation = Named('CompanyExplanation', {
  id: Type.String({ description: 'Current id of the company' }),
  merged_from: NullableString({ description: 'The requested id, if it was merged into this company' }),
  since: NullableMoment('When its oldest record was imported'),
  since_run: Type.Integer({ description: 'Run that imported its oldest record' }),
  merged_ids: Ids('Ids that were merged into it permanently'),
  matched_ids: Ids('Ids that redirect to it as long as a match holds'),
  records: Type.Array(ExplainedRecord, { description: 'The records of the company, the founding one first' }),
  decisions: Type.Array(
    Type.Object(
      {
        id: Type.Integer({ description: 'Number of the decision' }),
        kind: Choice(['join', 'split'], 'What was decided'),
        made_at: Moment('When it was decided'),
        split_from: Ids('Companies on the other side of a split'),
      },
      closed,
    ),
    { description: 'Manual decisions about its records' },
  ),
  matches: Type.Array(LinkingMatch, { description: 'Matches that link its records' }),
  shared_identifiers: Type.Array(
    Type.Object(
      {
        identifier: Type.String({ description: 'The identifier', examples: ['fqdn:example.com'] }),
        company: NullableString({ description: 'The company that a lookup returns' }),
        claimants: Type.Integer({ description: 'Number of companies that claim it' }),
        others: Ids('Some of the other companies'),
      },
      closed,
    ),
    { description: 'Its identifiers that other companies claim too' },
  ),
  country: NullableString({ description: 'Country whose values are explained; `null` for the base' }),
  profile: Type.Array(ExplainedField, { description: 'Every value of the profile, with its source' }),
  regions: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'Countries with values of their own, and the fields that differ',
  }),
  other_names: Type.Array(
    Type.Object(
      {
        field: Choice(['trading_names', 'former_names'], 'Kind of name'),
        source: Source,
        key: Key,
        observed: Observed,
        names: Type.Array(Type.String(), { description: 'The names' }),
      },
      closed,
    ),
    { description: 'Names that search and match use, but the profile does not contain' },
  ),
});
export type CompanyExplanation = Static<typeof CompanyExplanation>;

export const ExplainQuestion = Type.Object(
  {
    country: Type.Optional(
      CountryField(`Explain the profile as served for this country: one of ${supportedCountries.join(', ')}`),
    ),
  },
  { ...closed, $id: 'ExplainQuestion' },
);
export type ExplainQuestion = Static<typeof ExplainQuestion>;

export const ExplainCompany = {
  ...admin,
  id: 'explainCompany',
  tag: 'Company records',
  method: 'GET',
  url: '/admin/companies/{id}/explain',
  summary: 'Explain a company',
  description: [
    'Returns the records of a company, what links them, and which record gave each value of its profile, as',
    '`orgdex company explain` does. It reads PostgreSQL: a change that is not published yet is included.',
  ].join(' '),
  params: CompanyIdParams,
  query: ExplainQuestion,
  response: CompanyExplanation,
  returns: 'The company with its records.',
  problems: ['unsupported_country', 'invalid_field', 'identifier_malformed', 'company_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

const changeProblems = [
  ...bodyProblems,
  'company_not_found',
  'decision_conflict',
  'writes_busy',
  'ledger_unavailable',
] as const;

export const JoinTerms = Type.Object(
  {
    companies: Type.Array(Type.String({ pattern: storable, maxLength: 100 }), {
      minItems: 2,
      maxItems: 2,
      uniqueItems: true,
      description: 'The ids of the two companies',
    }),
  },
  {
    ...closed,
    $id: 'JoinTerms',
    examples: [{ companies: ['c8wcc2pfamdjfydt0xgr7mmtra8', 'c5kq0vd3famdjfydt0xgr79tm4a'] }],
  },
);
export type JoinTerms = Static<typeof JoinTerms>;

export const JoinResult = Named('JoinResult', {
  company: Type.String({ description: 'Id of the joined company. The other id redirects to it' }),
  undone_splits: Type.Array(Type.Integer(), { description: 'Splits that were undone, by the number of the decision' }),
});
export type JoinResult = Static<typeof JoinResult>;

export const JoinCompanies = {
  ...admin,
  id: 'joinCompanies',
  actsOnce: true,
  tag: 'Company records',
  method: 'POST',
  url: '/admin/companies/join',
  summary: 'Join two companies',
  description: [
    'Joins two companies, or undoes the split that separated them. Later imports keep the decision. The newer id',
    'redirects to the older one with the next publish.',
  ].join(' '),
  body: JoinTerms,
  response: JoinResult,
  returns: 'The joined company.',
  problems: changeProblems,
} as const satisfies Endpoint;

export const SplitTerms = Type.Object(
  {
    records: Type.Array(
      Type.Object(
        {
          source: Type.String({ pattern: storable, maxLength: 100, description: 'Source of the record' }),
          key: Type.String({ pattern: storable, maxLength: 1000, description: 'Key of the record' }),
        },
        closed,
      ),
      { minItems: 1, maxItems: 200, description: 'Records to move out: some, but not all, of the company' },
    ),
  },
  { ...closed, $id: 'SplitTerms', examples: [{ records: [{ source: 'crm', key: 'C-120' }] }] },
);
export type SplitTerms = Static<typeof SplitTerms>;

export const SplitResult = Named('SplitResult', {
  stays: Ids('Companies of the records that stay'),
  leaves: Ids('Companies of the records that were moved out'),
});
export type SplitResult = Static<typeof SplitResult>;

export const SplitCompany = {
  ...admin,
  id: 'splitCompany',
  actsOnce: true,
  tag: 'Company records',
  method: 'POST',
  url: '/admin/companies/{id}/split',
  summary: 'Split a company',
  description: [
    'Moves records out of a company. Later imports keep the decision. The id stays with the founding record.',
    '`POST /admin/companies/join` undoes it.',
  ].join(' '),
  params: Type.Object(
    {
      id: Type.String({
        pattern: storable,
        maxLength: 100,
        description: 'Current id of the company',
        examples: ['c8wcc2pfamdjfydt0xgr7mmtra8'],
      }),
    },
    closed,
  ),
  body: SplitTerms,
  response: SplitResult,
  returns: 'The companies after the split.',
  problems: changeProblems,
} as const satisfies Endpoint;
