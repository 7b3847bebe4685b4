import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { admin, bodyProblems, closed, Moment, Named, NextCursor, pageFields } from './operation.ts';

const kept = (what: string) => Type.Integer({ description: `Number of ${what} on the list` });

export const OptOut = Named('OptOut', {
  at: Moment('When it was recorded'),
  people: kept('person ids'),
  emails: kept('keyed hashes of email addresses'),
  phones: kept('keyed hashes of phone numbers'),
  profiles: kept('keyed hashes of profile slugs'),
});
export type OptOut = Static<typeof OptOut>;

export const OptOutsQuestion = Type.Object(pageFields, { ...closed, $id: 'OptOutsQuestion' });
export type OptOutsQuestion = Static<typeof OptOutsQuestion>;

export const OptOutPage = Named('OptOutPage', {
  opt_outs: Type.Array(OptOut, { description: 'The newest first' }),
  next_cursor: NextCursor,
});
export type OptOutPage = Static<typeof OptOutPage>;

export const ListOptOuts = {
  ...admin,
  id: 'listOptOuts',
  tag: 'Privacy',
  method: 'GET',
  url: '/admin/opt-outs',
  summary: 'List opt-outs',
  description: [
    'Returns when opt-outs were recorded, and how many values each added to the suppression list. The values',
    'themselves are never returned. An import that finds more values of a person who opted out adds an entry.',
  ].join(' '),
  query: OptOutsQuestion,
  response: OptOutPage,
  returns: 'One page of opt-outs.',
  problems: ['invalid_field', 'invalid_cursor', 'ledger_unavailable'],
} as const satisfies Endpoint;

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** The fields that identify a person; exactly one is sent. */
export const optOutFields = ['person_id', 'network', 'email', 'phone'] as const;

export const OptOutTerms = Type.Object(
  {
    person_id: text(40, '`person_id` from an API response'),
    network: text(500, 'Slug or URL of the profile on the professional network (https://www.linkedin.com/in/…)'),
    email: text(320, 'Email address; only a keyed hash of it is stored'),
    phone: text(50, 'Phone number; only a keyed hash of it is stored'),
    country: text(2, 'Country of a phone number without a country code, as an ISO code'),
  },
  { ...closed, $id: 'OptOutTerms', examples: [{ email: 'jo@example.com' }] },
);
export type OptOutTerms = Static<typeof OptOutTerms>;

export const OptOutResult = Named('OptOutResult', {
  people: Type.Integer({
    description: 'People that the list contains now because of this; a `person_id` counts even if no person has it',
    examples: [1],
  }),
  positions: Type.Integer({ description: 'Positions that were removed', examples: [1] }),
});
export type OptOutResult = Static<typeof OptOutResult>;

export const AddOptOut = {
  ...admin,
  id: 'addOptOut',
  actsOnce: true,
  tag: 'Privacy',
  method: 'POST',
  url: '/admin/opt-outs',
  summary: 'Record an opt-out',
  description: [
    'Removes a person permanently, as `orgdex person suppress` does: at once from responses, with the next publish',
    'from the index, and from every later import. Send exactly one of `person_id`, `network`, `email` and `phone`.',
    'Everyone who shares an email address with the person is removed too. It cannot be undone.',
  ].join(' '),
  body: OptOutTerms,
  response: OptOutResult,
  returns: 'What was removed.',
  problems: [...bodyProblems, 'writes_busy', 'ledger_unavailable'],
} as const satisfies Endpoint;
