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
const Name = (what: string) => Type.Object({ name: Type.String({ description: `Name of the ${what}` }) }, closed);
const KeyId = Type.Object({ id: Type.String({ description: 'Id of the key, as the list shows it' }) }, closed);
const bodyProblems = ['invalid_field', 'invalid_body', 'body_too_large', 'unsupported_media_type'] as const;

/** What all of these have in common. */
const admin = { scope: 'admin', headers: {} } as const;

export const ListPlans = {
  ...admin,
  id: 'listPlans',
  method: 'GET',
  url: '/admin/plans',
  summary: 'All plans',
  description: 'What was agreed, by name.',
  response: Type.Array(Plan),
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

export const SetPlan = {
  ...admin,
  id: 'setPlan',
  method: 'PUT',
  url: '/admin/plans/{name}',
  summary: 'Make a plan, or change it',
  description: 'The whole plan: what is left out falls back to its default. Keys follow within a second.',
  params: Name('plan'),
  body: PlanTerms,
  response: Plan,
  problems: [...bodyProblems, 'ledger_unavailable'],
} as const satisfies Endpoint;

export const ListAccounts = {
  ...admin,
  id: 'listAccounts',
  method: 'GET',
  url: '/admin/accounts',
  summary: 'All accounts',
  description: 'Whom keys belong to.',
  response: Type.Array(Account),
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

export const SetAccount = {
  ...admin,
  id: 'setAccount',
  method: 'PUT',
  url: '/admin/accounts/{name}',
  summary: 'Make an account, or change it',
  description: 'A new one has the plan `standard` unless another is named. What is left out stays as it is.',
  params: Name('account'),
  body: AccountTerms,
  response: Account,
  problems: [...bodyProblems, 'plan_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const KeysQuestion = Type.Object({ account: Type.Optional(AccountName) }, { ...closed, $id: 'KeysQuestion' });
export type KeysQuestion = Static<typeof KeysQuestion>;

export const ListKeys = {
  ...admin,
  id: 'listKeys',
  method: 'GET',
  url: '/admin/keys',
  summary: 'Keys, without the keys themselves',
  description: 'Of one account, or all.',
  query: KeysQuestion,
  response: Type.Array(ApiKey),
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const IssueKey = {
  ...admin,
  id: 'issueKey',
  method: 'POST',
  url: '/admin/keys',
  summary: 'Issue a key',
  description: 'The account must exist. The key is shown in this answer and never again.',
  body: KeyTerms,
  response: IssuedKey,
  problems: [...bodyProblems, 'account_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const ChangeKey = {
  ...admin,
  id: 'changeKey',
  method: 'PUT',
  url: '/admin/keys/{id}',
  summary: 'Change what a key may do, everywhere within a second',
  description: 'What is left out stays as it is; null takes a bound away. A key that has ended stays as it was.',
  params: KeyId,
  body: KeyChange,
  response: ApiKey,
  problems: [...bodyProblems, 'key_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const RevokeKey = {
  ...admin,
  id: 'revokeKey',
  method: 'POST',
  url: '/admin/keys/{id}/revoke',
  summary: 'End a key, everywhere within a second',
  description: 'A key that was revoked before stays as it is.',
  params: KeyId,
  body: Type.Object({}, closed),
  response: ApiKey,
  problems: [...bodyProblems, 'key_not_found', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const RotateKey = {
  ...admin,
  id: 'rotateKey',
  method: 'POST',
  url: '/admin/keys/{id}/rotate',
  summary: 'Replace a key by a new one',
  description: 'The new one may do the same. The old one lives on for the overlap, so that nobody is cut off.',
  params: KeyId,
  body: Rotation,
  response: IssuedKey,
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
  method: 'GET',
  url: '/admin/usage',
  summary: 'What was counted, by account, day and operation',
  description: 'Of one account, or all.',
  query: AdminUsageQuestion,
  response: Type.Array(AccountUsage),
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const AuditQuestion = Type.Object(
  {
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,15}$', description: 'Entries after this number; default 0: from the first' }),
    ),
  },
  { ...closed, $id: 'AuditQuestion' },
);
export type AuditQuestion = Static<typeof AuditQuestion>;

export const ListAudit = {
  ...admin,
  id: 'listAudit',
  method: 'GET',
  url: '/admin/audit',
  summary: 'Who changed which plan, account or key',
  description: 'Oldest first, 1,000 at most: continue after the last number.',
  query: AuditQuestion,
  response: Type.Array(AuditEntry),
  problems: ['invalid_field', 'ledger_unavailable'],
} as const satisfies Endpoint;
