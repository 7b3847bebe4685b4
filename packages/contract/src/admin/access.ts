import { type Static, Type } from 'typebox';
import {
  Account,
  AccountName,
  AccountTerms,
  AccountUsage,
  ApiKey,
  AuditEntry,
  IssuedKey,
  KeyChange,
  KeyTerms,
  Plan,
  PlanTerms,
  Rotation,
} from '../access.ts';
import type { Endpoint } from '../endpoint.ts';
import { usageSpan } from '../get-usage.ts';
import { Nullable } from '../nullable.ts';
import { admin, bodyProblems, closed, Named } from './operation.ts';

const Name = (what: string, example: string) =>
  Type.Object({ name: Type.String({ description: `Name of the ${what}`, examples: [example] }) }, closed);
const KeyId = Type.Object(
  { id: Type.String({ description: 'Id of the key, as listed', examples: ['key_1v4NCiDq92AH'] }) },
  closed,
);

export const ListPlans = {
  ...admin,
  id: 'listPlans',
  tag: 'Plans',
  method: 'GET',
  url: '/admin/plans',
  summary: 'List plans',
  description: 'Returns all plans, sorted by name.',
  response: Type.Array(Plan),
  returns: 'All plans.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

export const SetPlan = {
  ...admin,
  id: 'setPlan',
  tag: 'Plans',
  method: 'PUT',
  url: '/admin/plans/{name}',
  summary: 'Create or update a plan',
  description:
    'Replaces the whole plan: a field that you leave out gets its default. Existing keys follow within a second.',
  params: Name('plan', 'starter'),
  body: PlanTerms,
  response: Plan,
  returns: 'The plan.',
  problems: [...bodyProblems, 'ledger_unavailable'],
} as const satisfies Endpoint;

export const ListAccounts = {
  ...admin,
  id: 'listAccounts',
  tag: 'Accounts',
  method: 'GET',
  url: '/admin/accounts',
  summary: 'List accounts',
  description: 'Returns all accounts. Every key belongs to an account.',
  response: Type.Array(Account),
  returns: 'All accounts.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

export const SetAccount = {
  ...admin,
  id: 'setAccount',
  tag: 'Accounts',
  method: 'PUT',
  url: '/admin/accounts/{name}',
  summary: 'Create or update an account',
  description:
    'A new account gets the plan `standard` unless you name another. A field that you leave out keeps its value.',
  params: Name('account', 'acme'),
  body: AccountTerms,
  response: Account,
  returns: 'The account.',
  problems: [...bodyProblems, 'plan_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const KeysQuestion = Type.Object({ account: Type.Optional(AccountName) }, { ...closed, $id: 'KeysQuestion' });
export type KeysQuestion = Static<typeof KeysQuestion>;

export const ListKeys = {
  ...admin,
  id: 'listKeys',
  tag: 'API keys',
  method: 'GET',
  url: '/admin/keys',
  summary: 'List API keys',
  description: 'Returns the keys of one account, or of all accounts. The key itself is never included.',
  query: KeysQuestion,
  response: Type.Array(ApiKey),
  returns: 'API keys, without the keys themselves.',
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const IssueKey = {
  ...admin,
  id: 'issueKey',
  actsOnce: true,
  tag: 'API keys',
  method: 'POST',
  url: '/admin/keys',
  summary: 'Create an API key',
  description: 'The account must exist. The key is part of this response and cannot be shown again.',
  body: KeyTerms,
  response: IssuedKey,
  returns: 'The new key.',
  problems: [...bodyProblems, 'account_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const ChangeKey = {
  ...admin,
  id: 'changeKey',
  tag: 'API keys',
  method: 'PUT',
  url: '/admin/keys/{id}',
  summary: 'Update an API key',
  description: [
    'A field that you leave out keeps its value; `null` removes a restriction.',
    'Takes effect on all servers within a second. A revoked or expired key does not change.',
  ].join(' '),
  params: KeyId,
  body: KeyChange,
  response: ApiKey,
  returns: 'The updated key.',
  problems: [...bodyProblems, 'key_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const RevokeKey = {
  ...admin,
  id: 'revokeKey',
  tag: 'API keys',
  method: 'POST',
  url: '/admin/keys/{id}/revoke',
  summary: 'Revoke an API key',
  description: 'The key is rejected on all servers within a second. Revoking a key again changes nothing.',
  params: KeyId,
  body: Type.Object({}, closed),
  response: ApiKey,
  returns: 'The revoked key.',
  problems: [...bodyProblems, 'key_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const RotateKey = {
  ...admin,
  id: 'rotateKey',
  actsOnce: true,
  tag: 'API keys',
  method: 'POST',
  url: '/admin/keys/{id}/rotate',
  summary: 'Rotate an API key',
  description:
    'Creates a new key with the same settings. The old key stays valid during the overlap, so that the customer can switch without an outage.',
  params: KeyId,
  body: Rotation,
  response: IssuedKey,
  returns: 'The new key.',
  problems: [...bodyProblems, 'key_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const AdminUsageQuestion = Type.Object(
  { ...usageSpan, account: Type.Optional(AccountName) },
  { ...closed, $id: 'AdminUsageQuestion' },
);
export type AdminUsageQuestion = Static<typeof AdminUsageQuestion>;

export const ListUsage = {
  ...admin,
  id: 'listUsage',
  tag: 'Usage',
  method: 'GET',
  url: '/admin/usage',
  summary: 'List usage',
  description: 'Returns the metered responses of one account, or of all accounts, by day and operation.',
  query: AdminUsageQuestion,
  response: Type.Array(AccountUsage),
  returns: 'Usage by account, day and operation.',
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const Refusals = Named('Refusals', {
  account: AccountName,
  day: Type.String({ format: 'date', description: 'Day (UTC)' }),
  code: Type.String({ description: 'Problem that was returned', examples: ['rate_limited'] }),
  count: Type.Integer({ description: 'Number of responses', examples: [12] }),
});
export type Refusals = Static<typeof Refusals>;

export const ListRefusals = {
  ...admin,
  id: 'listRefusals',
  tag: 'Usage',
  method: 'GET',
  url: '/admin/refusals',
  summary: 'List rejected requests',
  description: [
    'Returns how often the requests of an account were refused because of a limit or a restriction of its keys, by',
    'day and problem: `rate_limited`, `quota_exhausted`, `daily_cap_reached`, `scope_missing`, `country_not_allowed`,',
    '`address_not_allowed`. New ones appear within a minute; a server that crashes loses those of its last minute.',
  ].join(' '),
  query: AdminUsageQuestion,
  response: Type.Array(Refusals),
  returns: 'Rejected requests by account, day and problem.',
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;

/** How many entries one request returns. */
export const auditPage = { maxSize: 1000 } as const;

const EntryNumber = (description: string, example: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', examples: [example], description }));

export const AuditQuestion = Type.Object(
  {
    after: EntryNumber(
      'Return entries after this number, oldest first. Default: 0, from the first entry. Not together with `before`',
      '0',
    ),
    before: EntryNumber(
      'Return entries before this number, newest first. 0 starts with the newest entry. Not together with `after`',
      '0',
    ),
    size: Type.Optional(
      Type.String({
        pattern: '^(?:[1-9][0-9]{0,2}|1000)$',
        description: `Number of entries, 1 to ${auditPage.maxSize}. Default: ${auditPage.maxSize}`,
        examples: ['100'],
      }),
    ),
  },
  { ...closed, $id: 'AuditQuestion' },
);
export type AuditQuestion = Static<typeof AuditQuestion>;

export const ListAudit = {
  ...admin,
  id: 'listAudit',
  tag: 'Audit log',
  method: 'GET',
  url: '/admin/audit',
  summary: 'List the audit log',
  description: [
    'Returns who changed which plan, account, key, match or company, and who acted on a request of a person; oldest first. For the',
    'next page, send the last `number` as `after`. With `before`, the newest entries come first: send 0, then the last',
    '`number` that you received.',
  ].join(' '),
  query: AuditQuestion,
  response: Type.Array(AuditEntry),
  returns: 'Audit log entries.',
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;

/** What can be wrong with an entry of the audit log. */
export const auditFaults = ['changed', 'missing', 'out of order', 'truncated', 'not the one expected'] as const;

export const AuditVerdict = Named('AuditVerdict', {
  intact: Type.Boolean({ description: 'Whether no entry was changed, removed or moved' }),
  entries: Type.Integer({ description: 'Number of valid entries before the first fault', examples: [213] }),
  checksum: Nullable(
    Type.String({
      description:
        'Number and hash of the last valid entry. Keep it outside the database and send it as `expect` later; `null` if there is none',
    }),
  ),
  fault: Nullable(
    Type.Object(
      {
        number: Type.Integer({ description: 'Number of the entry' }),
        why: Type.Unsafe<(typeof auditFaults)[number]>({
          type: 'string',
          enum: [...auditFaults],
          description: 'What is wrong with it',
        }),
      },
      { ...closed, description: 'The first entry that breaks the chain; `null` if none does' },
    ),
  ),
});
export type AuditVerdict = Static<typeof AuditVerdict>;

export const VerifyQuestion = Type.Object(
  {
    expect: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}:[0-9a-f]{64}$',
        description: '`checksum` of an earlier response, to detect a log that was truncated',
      }),
    ),
  },
  { ...closed, $id: 'VerifyQuestion' },
);
export type VerifyQuestion = Static<typeof VerifyQuestion>;

export const VerifyAudit = {
  ...admin,
  id: 'verifyAudit',
  tag: 'Audit log',
  method: 'GET',
  url: '/admin/audit/verify',
  summary: 'Verify the audit log',
  description: [
    'Checks the hash chain of the whole audit log, as `orgdex audit verify` does. If the log is too long to check in',
    'one request, the response is `ledger_unavailable`: use the command.',
  ].join(' '),
  query: VerifyQuestion,
  response: AuditVerdict,
  returns: 'Whether the audit log is intact.',
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;
