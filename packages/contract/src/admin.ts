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
} from './access.ts';
import type { Endpoint } from './endpoint.ts';
import { usageSpan } from './get-usage.ts';

const closed = { additionalProperties: false } as const;
const Name = (what: string, example: string) =>
  Type.Object({ name: Type.String({ description: `Name of the ${what}`, examples: [example] }) }, closed);
const KeyId = Type.Object(
  { id: Type.String({ description: 'Id of the key, as listed', examples: ['key_1v4NCiDq92AH'] }) },
  closed,
);
const bodyProblems = ['invalid_field', 'invalid_body', 'body_too_large', 'unsupported_media_type'] as const;

/** Shared by all admin operations. */
const admin = { scope: 'admin', headers: {} } as const;

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

export const AuditQuestion = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,15}$',
        examples: ['0'],
        description: 'Return entries after this number. Default: 0, from the first entry',
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
  description:
    'Returns who changed which plan, account, key or match; oldest first, at most 1,000 entries. For the next page, send the last `number` as `after`.',
  query: AuditQuestion,
  response: Type.Array(AuditEntry),
  returns: 'Audit log entries.',
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;
