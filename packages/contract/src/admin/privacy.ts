import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { maxReasonLength, optOutLimits } from '../limits.ts';
import { ItemProblem } from '../match-companies.ts';
import { Nullable, NullableString } from '../nullable.ts';
import { optOutFields } from '../vocabulary.ts';
import {
  admin,
  bodyProblems,
  Choice,
  closed,
  Moment,
  Named,
  NextCursor,
  NullableMoment,
  pageFields,
  storable,
} from './operation.ts';

const counted = (description: string) => Type.Integer({ description });

/** A receipt: what was recorded, but not for which person. */
export const OptOut = Named('OptOut', {
  id: Type.String({ description: 'Id of the receipt', examples: ['r5x9kqv0m3c7t2e8w1h6j4n0pda'] }),
  at: Moment('When it was recorded'),
  by: Nullable(
    Choice(optOutFields, 'How the person was identified; `null` if it was recorded before there were receipts'),
  ),
  people: counted('Person ids that it put on the suppression list'),
  positions: counted('Positions that it removed'),
  emails: counted('Email addresses that it put on the list, as keyed hashes'),
  phones: counted('Phone numbers that it put on the list, as keyed hashes'),
  profiles: counted('Profile slugs that it put on the list, as keyed hashes'),
  lifted_at: NullableMoment('When it was lifted; `null` if it is in effect'),
  lift_reason: NullableString({ description: 'Why it was lifted' }),
});
export type OptOut = Static<typeof OptOut>;

export const OptOutsQuestion = Type.Object(pageFields, { ...closed, $id: 'OptOutsQuestion' });
export type OptOutsQuestion = Static<typeof OptOutsQuestion>;

export const OptOutPage = Named('OptOutPage', {
  opt_outs: Type.Array(OptOut, { description: 'The newest first' }),
  next_cursor: NextCursor,
});
export type OptOutPage = Static<typeof OptOutPage>;

export const privacy = { ...admin, tag: 'Privacy' } as const;

export const ListOptOuts = {
  ...privacy,
  id: 'listOptOuts',
  method: 'GET',
  url: '/admin/opt-outs',
  summary: 'List opt-outs',
  description: [
    'Returns the receipts of opt-outs: when each was recorded, how the person was identified, and how many values it put',
    'on the suppression list. The values themselves are never returned. What later imports add is not counted.',
  ].join(' '),
  query: OptOutsQuestion,
  response: OptOutPage,
  returns: 'One page of receipts.',
  problems: ['invalid_field', 'invalid_cursor', 'ledger_unavailable'],
} as const satisfies Endpoint;

const ReceiptParams = Type.Object(
  {
    id: Type.String({
      pattern: '^r[0-9a-z]{26}$',
      description: 'Id of the receipt',
      examples: ['r5x9kqv0m3c7t2e8w1h6j4n0pda'],
    }),
  },
  closed,
);

export const GetOptOut = {
  ...privacy,
  id: 'getOptOut',
  method: 'GET',
  url: '/admin/opt-outs/{id}',
  summary: 'Read a receipt',
  description: 'Returns the receipt of one opt-out.',
  params: ReceiptParams,
  response: OptOut,
  returns: 'The receipt.',
  problems: ['invalid_field', 'opt_out_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** Ids of people that the service has issued. */
export const personIdPattern = '^p[0-9a-z]{26}$';

/** Identify a person; exactly one is sent. */
export const personTerms = {
  person_id: Type.Optional(Type.String({ pattern: personIdPattern, description: '`person_id` from an API response' })),
  network: text(500, 'Slug or URL of the profile on LinkedIn (https://www.linkedin.com/in/…)'),
  email: text(320, 'Email address; only a keyed hash of it is stored'),
  phone: text(50, 'Phone number; only a keyed hash of it is stored'),
  country: text(2, 'Country of a phone number without a country code, as an ISO code'),
};

const termFields = {
  ...personTerms,
  email_sha256: text(64, 'SHA-256 of an email address, as an authority publishes it: hexadecimal digits or Base64'),
  phone_sha256: text(64, 'SHA-256 of a phone number, as an authority publishes it: hexadecimal digits or Base64'),
};

export const OptOutTerms = Type.Object(termFields, {
  ...closed,
  $id: 'OptOutTerms',
  examples: [{ email: 'jo@example.com' }],
});
export type OptOutTerms = Static<typeof OptOutTerms>;

export const OptOutResult = Named('OptOutResult', {
  people: Type.Integer({
    description: 'People that the list contains now because of this; a `person_id` counts even if no person has it',
    examples: [1],
  }),
  positions: Type.Integer({ description: 'Positions that were removed', examples: [1] }),
  receipt: OptOut,
});
export type OptOutResult = Static<typeof OptOutResult>;

const removes = [
  'at once from responses, with the next publish from the index, and from every later import.',
  'Everyone who shares an email address with the person is removed too.',
].join(' ');
const ways = 'exactly one of `person_id`, `network`, `email`, `phone`, `email_sha256` and `phone_sha256`';
export const writeProblems = [...bodyProblems, 'writes_busy', 'ledger_unavailable'] as const;

export const AddOptOut = {
  ...privacy,
  id: 'addOptOut',
  actsOnce: true,
  method: 'POST',
  url: '/admin/opt-outs',
  summary: 'Record an opt-out',
  description: [
    `Removes a person permanently, as \`orgdex person suppress\` does: ${removes} Send ${ways}.`,
    'An opt-out by mistake can be lifted with its receipt.',
  ].join(' '),
  body: OptOutTerms,
  response: OptOutResult,
  returns: 'What was removed, and the receipt.',
  problems: writeProblems,
} as const satisfies Endpoint;

export const OptOutItem = Type.Object(
  { ref: text(200, 'Your own name for the item, returned with its result'), ...termFields },
  { ...closed, $id: 'OptOutItem' },
);
export type OptOutItem = Static<typeof OptOutItem>;

export const OptOutList = Type.Object(
  {
    list: Type.String({
      minLength: 1,
      maxLength: 200,
      description: [
        'Your own name for the list, such as the checksum of its file; it is not stored. The same person sent again under the',
        'same name has the same receipt, so a request can be repeated',
      ].join(' '),
      examples: ['requests-2026-11'],
    }),
    opt_outs: Type.Array(OptOutItem, {
      minItems: 1,
      maxItems: optOutLimits.maxItems,
      description: `1 to ${optOutLimits.maxItems} opt-outs. An invalid one does not affect the others`,
      // Each item has a result of its own, which says what is wrong with it.
      'x-each': true,
    }),
  },
  {
    ...closed,
    $id: 'OptOutList',
    examples: [{ list: 'requests-2026-11', opt_outs: [{ ref: 'row-1', email: 'jo@example.com' }] }],
  },
);
export type OptOutList = Static<typeof OptOutList>;

export const optOutStatuses = ['recorded', 'repeated', 'lifted', 'invalid'] as const;

const OptOutItemResult = Named('OptOutItemResult', {
  ref: NullableString({ description: 'The `ref` of the item' }),
  status: Choice(
    optOutStatuses,
    [
      '`recorded`: it is in effect. `repeated`: it was recorded before under this name of the list. `lifted`: it was recorded',
      'before and then lifted, and is not in effect. `invalid`: see `problem`',
    ].join(' '),
  ),
  receipt: Type.Unsafe<OptOut | null>({
    anyOf: [OptOut, { type: 'null' }],
    description: 'The receipt of a valid item',
  }),
  problem: Type.Unsafe<ItemProblem | null>({
    anyOf: [ItemProblem, { type: 'null' }],
    description: 'What is wrong with an `invalid` item',
  }),
});

export const OptOutListResult = Named('OptOutListResult', {
  results: Type.Array(OptOutItemResult, { description: 'One result for each item, in their order' }),
  recorded: Type.Integer({ description: 'Number of `recorded` items' }),
  invalid: Type.Integer({ description: 'Number of `invalid` items' }),
});
export type OptOutListResult = Static<typeof OptOutListResult>;

export const AddOptOuts = {
  ...privacy,
  id: 'addOptOuts',
  method: 'POST',
  url: '/admin/opt-outs/batch',
  summary: 'Record a list of opt-outs',
  description: [
    `Removes up to ${optOutLimits.maxItems} people permanently, as \`orgdex person suppress --file\` does: ${removes}`,
    `Each item has ${ways}. All valid items are recorded together, or none if the request fails: then repeat it.`,
    `The body may have up to ${optOutLimits.maxBodyBytes / 1024} KiB.`,
  ].join(' '),
  body: OptOutList,
  maxBodyBytes: optOutLimits.maxBodyBytes,
  response: OptOutListResult,
  returns: 'A result for each item.',
  batch: { field: 'opt_outs', itemsPerRequest: optOutLimits.maxItems },
  problems: writeProblems,
} as const satisfies Endpoint;

/** Why something is done to the data of a person. */
export const Reason = (why: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: maxReasonLength,
    pattern: storable,
    description: `${why}. It is stored, so it must not contain an email address or a phone number`,
    examples: [example],
  });

export const LiftTerms = Type.Object(
  { reason: Reason('Why the opt-out was a mistake', 'The request named another person') },
  { ...closed, $id: 'LiftTerms', examples: [{ reason: 'The request named another person' }] },
);
export type LiftTerms = Static<typeof LiftTerms>;

export const LiftResult = Named('LiftResult', {
  receipt: OptOut,
  kept: Type.Integer({
    description: 'Values that stay on the suppression list, because another opt-out has them too',
    examples: [0],
  }),
});
export type LiftResult = Static<typeof LiftResult>;

export const LiftOptOut = {
  ...privacy,
  id: 'liftOptOut',
  method: 'POST',
  url: '/admin/opt-outs/{id}/lift',
  summary: 'Lift an opt-out',
  description: [
    'Takes back an opt-out that was a mistake, as `orgdex person lift` does. Other opt-outs of the same person stay in effect.',
    'The data of the person was deleted, so the next import that contains it shows the person again.',
  ].join(' '),
  params: ReceiptParams,
  body: LiftTerms,
  response: LiftResult,
  returns: 'The receipt, and what other opt-outs keep.',
  problems: [...writeProblems, 'opt_out_not_found', 'opt_out_not_liftable'],
} as const satisfies Endpoint;
