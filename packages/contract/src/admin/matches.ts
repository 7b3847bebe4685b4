import { type Static, Type } from 'typebox';
import { CompanyCard } from '../company-card.ts';
import type { Endpoint } from '../endpoint.ts';
import { NullableString } from '../nullable.ts';
import {
  admin,
  bodyProblems,
  Choice,
  closed,
  Moment,
  Named,
  NextCursor,
  NoFields,
  NumberParams,
  pageFields,
  storable,
} from './operation.ts';

/** `proposed` waits for a decision; `linked` was linked without one. */
export const matchReviewStates = ['proposed', 'linked', 'accepted', 'rejected'] as const;
export type MatchReviewState = (typeof matchReviewStates)[number];

/** What the scorer compares. */
export const evidenceFeatures = ['name', 'region', 'domain', 'year_founded', 'namesakes'] as const;
export type EvidenceFeature = (typeof evidenceFeatures)[number];

const { id: _, matched_name: __, country: ___, ...cardFields } = CompanyCard.properties;

const MatchSide = Named('MatchSide', {
  source: Type.String({ description: 'Source of the record', examples: ['crm'] }),
  key: Type.String({ description: 'Key of the record in its source', examples: ['C-207'] }),
  observed: Type.String({ format: 'date', description: 'Date of the information in the record' }),
  company_id: Type.String({ description: 'The company that the record belongs to now' }),
  records: Type.Array(
    Type.Object({ source: Type.String({ description: 'Source' }), key: Type.String({ description: 'Key' }) }, closed),
    { description: 'All records of this side: those that share a register number or another identifier' },
  ),
  ...cardFields,
  country: NullableString({
    description: 'ISO code of the country of the headquarters; if it is unknown, of the register or of the record',
  }),
  trading_names: Type.Array(Type.String(), { description: 'Names under which the company trades' }),
  former_names: Type.Array(Type.String(), { description: 'Earlier names' }),
});

const Evidence = Type.Object(
  {
    feature: Choice(evidenceFeatures, 'What was compared. `domain` stands for domain, slug and D-U-N-S number'),
    finding: Type.String({
      description: 'What the comparison found, such as `equal`, `trading`, `different` or `unknown`',
      examples: ['equal'],
    }),
    text: NullableString({ description: 'The finding in words; `null` if it is unknown', examples: ['same name'] }),
    weight: Type.Number({
      description: 'What it adds to the score, as log-odds; 0 if it says nothing',
      examples: [3.9],
    }),
    conflict: Type.Boolean({ description: 'Whether the two sides contradict each other' }),
  },
  closed,
);

export const ReviewedMatch = Named('ReviewedMatch', {
  id: Type.Integer({ description: 'Number of the match', examples: [418] }),
  state: Choice(matchReviewStates, 'State of the match'),
  score: Type.Number({ description: 'Probability that both sides are one company, from 0 to 1', examples: [0.85] }),
  prior: Type.Number({ description: 'Log-odds before any evidence. With the weights, it adds up to the score' }),
  evidence: Type.Array(Evidence, { description: 'What was compared, and what it adds to the score' }),
  obstacles: Type.Array(
    Type.Object(
      {
        code: Type.String({ description: 'Stable name of the obstacle', examples: ['region'] }),
        text: Type.String({ description: 'The obstacle in words' }),
      },
      closed,
    ),
    { description: 'Why the match was not linked without a decision' },
  ),
  created_at: Moment('When the match was found'),
  undoable: Type.Boolean({ description: 'Whether `POST /admin/matches/{id}/undo` can take the decision back' }),
  unregistered: MatchSide,
  company: MatchSide,
});
export type ReviewedMatch = Static<typeof ReviewedMatch>;

const scorePattern = '^(?:0(?:\\.[0-9]{1,4})?|1(?:\\.0{1,4})?)$';
const source = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: storable,
    description: 'Only matches of records of this source',
    examples: ['crm'],
  }),
);

export const MatchesQuestion = Type.Object(
  {
    state: Type.Optional(Choice(matchReviewStates, 'Only matches in this state. Default: `proposed`')),
    source,
    min_score: Type.Optional(
      Type.String({ pattern: scorePattern, description: 'Only matches with at least this score', examples: ['0.8'] }),
    ),
    below_score: Type.Optional(
      Type.String({ pattern: scorePattern, description: 'Only matches with a lower score', examples: ['0.3'] }),
    ),
    ...pageFields,
  },
  { ...closed, $id: 'MatchesQuestion' },
);
export type MatchesQuestion = Static<typeof MatchesQuestion>;

export const MatchPage = Named('MatchPage', {
  matches: Type.Array(ReviewedMatch, { description: 'The highest score first' }),
  total: Type.Integer({
    description: 'All matches with these parameters, at this moment. 100000 stands for 100000 or more',
    examples: [38],
  }),
  next_cursor: NextCursor,
});
export type MatchPage = Static<typeof MatchPage>;

export const ListMatches = {
  ...admin,
  id: 'listMatches',
  tag: 'Matches',
  method: 'GET',
  url: '/admin/matches',
  summary: 'List matches',
  description: [
    'Returns matches by name and location, with the facts of both sides and the evidence behind the score. Those in',
    'the state `proposed` are the review queue.',
  ].join(' '),
  query: MatchesQuestion,
  response: MatchPage,
  returns: 'One page of matches.',
  problems: ['invalid_field', 'invalid_cursor', 'ledger_unavailable'],
} as const satisfies Endpoint;

const decision = {
  ...admin,
  tag: 'Matches',
  method: 'POST',
  params: NumberParams('match'),
  body: NoFields,
  response: ReviewedMatch,
  problems: [...bodyProblems, 'match_not_found', 'decision_conflict', 'writes_busy', 'ledger_unavailable'],
} as const;

export const AcceptMatch = {
  ...decision,
  id: 'acceptMatch',
  actsOnce: true,
  url: '/admin/matches/{id}/accept',
  summary: 'Accept a match',
  description:
    'Joins both companies. Later imports keep the decision. The newer company id redirects to the older one with the next publish.',
  returns: 'The accepted match.',
} as const satisfies Endpoint;

export const RejectMatch = {
  ...decision,
  id: 'rejectMatch',
  actsOnce: true,
  url: '/admin/matches/{id}/reject',
  summary: 'Reject a match',
  description: 'The companies are not linked or proposed again. An existing link is removed.',
  returns: 'The rejected match.',
} as const satisfies Endpoint;

export const UndoMatch = {
  ...decision,
  id: 'undoMatch',
  actsOnce: true,
  url: '/admin/matches/{id}/undo',
  summary: 'Undo a decision about a match',
  description: [
    'Takes back an acceptance or a rejection: the match is `proposed` again. Undoing an acceptance separates the',
    'companies, unless something else links them.',
  ].join(' '),
  returns: 'The proposed match.',
} as const satisfies Endpoint;

/** How long one bulk decision works before it returns what is left. */
export const bulkDecisionSeconds = 5;

export const BulkDecision = Type.Object(
  {
    decision: Choice(['accept', 'reject'], 'What to do with the matches'),
    source,
    min_score: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Only proposed matches with at least this score' }),
    ),
    below_score: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Only proposed matches with a lower score' }),
    ),
    count: Type.Integer({
      minimum: 1,
      description:
        'How many proposed matches these fields select: `total` of `GET /admin/matches`. With any other number, nothing is decided',
    }),
  },
  { ...closed, $id: 'BulkDecision', examples: [{ decision: 'reject', below_score: 0.3, count: 12 }] },
);
export type BulkDecision = Static<typeof BulkDecision>;

export const BulkResult = Named('BulkResult', {
  decided: Type.Integer({ description: 'Matches that were accepted or rejected' }),
  skipped: Type.Array(
    Type.Object(
      { id: Type.Integer({ description: 'Number of the match' }), message: Type.String({ description: 'Why' }) },
      closed,
    ),
    { description: 'Matches that could not be decided. They stay proposed' },
  ),
  remaining: Type.Integer({ description: 'Proposed matches that are left: send it as `count` to continue' }),
});
export type BulkResult = Static<typeof BulkResult>;

export const DecideMatches = {
  ...admin,
  id: 'decideMatches',
  actsOnce: true,
  tag: 'Matches',
  method: 'POST',
  url: '/admin/matches/decide',
  summary: 'Accept or reject many matches',
  description: [
    'Decides the proposed matches with a score in a range. It is one decision, with one audit entry. Send at least one of',
    '`min_score` and `below_score`. `count` confirms how many you saw. The request works for at most',
    `${bulkDecisionSeconds} seconds: if \`remaining\` is not 0, send it again with that number as \`count\`. Stop when \`decided\` is 0.`,
  ].join(' '),
  body: BulkDecision,
  response: BulkResult,
  returns: 'What was decided.',
  problems: [...bodyProblems, 'count_changed', 'writes_busy', 'ledger_unavailable'],
} as const satisfies Endpoint;

/** In the order of the reference. */
export const matchOperations: readonly Endpoint[] = [ListMatches, DecideMatches, AcceptMatch, RejectMatch, UndoMatch];
