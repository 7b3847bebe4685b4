import type { ApiKey } from '@orgdex/contract';
import { formatMoment } from './format-time.ts';
import { type Column, fit } from './table.ts';

const moment = (text: string): string => formatMoment(new Date(text));

function stateOf({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at) return `revoked ${moment(revoked_at)}`;
  if (!expires_at) return 'valid';
  return `${Date.parse(expires_at) <= Date.now() ? 'expired' : 'valid until'} ${moment(expires_at)}`;
}

/** A key as the operator sees it. The key itself is not stored. */
export const keyColumns: readonly Column<ApiKey>[] = [
  { title: 'id', cell: ({ id }) => id },
  { title: 'key', cell: ({ mode, hint }) => `${mode} …${hint}` },
  { title: 'account', cell: ({ account }) => fit(account, 30) },
  { title: 'label', cell: ({ label }) => fit(label ?? '', 20) },
  { title: 'scopes', cell: (key) => key.scopes.join(' ') },
  { title: 'countries', cell: ({ countries }) => countries?.join(' ') ?? 'all' },
  { title: 'addresses', cell: ({ addresses }) => fit(addresses?.join(' ') ?? 'any', 40) },
  { title: 'created', cell: ({ created_at }) => moment(created_at) },
  { title: 'last used', cell: ({ last_used_at }) => (last_used_at ? moment(last_used_at) : 'never') },
  { title: 'state', cell: stateOf },
];
