import type { ApiKey } from '@orgdex/contract';
import { receivedPeopleDays } from '@orgdex/contract/limits';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { ActionsMenu } from '../../components/actions-menu.tsx';
import { Badge } from '../../components/badge.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { actionsColumn, type Column, DataTable } from '../../components/data-table.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatAgo } from '../../format.ts';
import { type Params, textIn } from '../../search-params.ts';
import { type KeyState, stateLabel, stateOf, stateTones } from './key-state.ts';
import { useAccounts, useKeys } from './queries.ts';
import { RotateDialog } from './rotate-dialog.tsx';

const stateChoices = [
  { value: '', label: 'All states' },
  { value: 'working', label: 'Working' },
  { value: 'ended', label: 'Ended' },
] as const;

const isEnded = (state: KeyState): boolean => state === 'expired' || state === 'revoked';

function matches(key: ApiKey, text: string): boolean {
  const words = [key.id, key.hint, key.account, key.label ?? ''].join(' ').toLowerCase();
  return words.includes(text.trim().toLowerCase());
}

const RevokeDialog = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => (
  <Confirm
    title="Revoke this key?"
    action="Revoke"
    onClose={onClose}
    onConfirm={() => orgdex.admin.revokeKey(apiKey.id)}
    refreshes={['keys']}
  >
    <p>
      <code>
        {apiKey.mode} …{apiKey.hint}
      </code>{' '}
      of {apiKey.account}
      {apiKey.label ? ` (${apiKey.label})` : ''} is rejected on all servers within a second, and its console sessions
      end. This cannot be undone.
    </p>
  </Confirm>
);

/** Turns on or off that responses with people are recorded. */
const RecordDialog = ({ apiKey: { id, records_people: isOn }, onClose }: { apiKey: ApiKey; onClose: () => void }) => (
  <Confirm
    title={isOn ? 'Stop recording people?' : 'Record the people this key receives?'}
    action={isOn ? 'Stop' : 'Record'}
    onClose={onClose}
    onConfirm={() => orgdex.admin.changeKey(id, { records_people: !isOn })}
    refreshes={['keys']}
  >
    <p>
      {isOn
        ? `New responses are not recorded. What is recorded stays for ${receivedPeopleDays} days.`
        : `For ${receivedPeopleDays} days: which people each response contained, when, and the header X-Purpose. You can then answer a person who asks who received their data. Tell the customer.`}
    </p>
  </Confirm>
);

const columns: readonly Column<ApiKey>[] = [
  {
    head: 'Key',
    cell: ({ mode, hint, id }) => (
      <>
        <code className="block text-xs">
          {mode} …{hint}
        </code>
        <code className="block text-xs text-ink-3">{id}</code>
      </>
    ),
  },
  {
    head: 'Account',
    cell: ({ account, label }) => (
      <>
        <span className="block font-medium">{account}</span>
        <span className="block text-xs text-ink-3">{label}</span>
      </>
    ),
  },
  {
    head: 'Scopes',
    cell: ({ scopes, records_people }) => (
      <span className="flex flex-wrap gap-1">
        {scopes.map((scope) => (
          <code key={scope} className="tag">
            {scope}
          </code>
        ))}
        {records_people && <Badge tone="accent">Records people</Badge>}
      </span>
    ),
  },
  { head: 'Countries', cell: ({ countries }) => countries?.join(', ') ?? 'All' },
  { head: 'From', className: 'text-xs', cell: ({ addresses }) => addresses?.join(', ') ?? 'Anywhere' },
  {
    head: 'Last used',
    className: 'whitespace-nowrap',
    cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : formatAgo(last_used_at)),
  },
];

/** All keys, without the keys themselves. */
export function KeysTab({ params, onChange }: { params: Params; onChange: (params: Params) => void }) {
  const keys = useKeys();
  const accounts = useAccounts().data ?? [];
  const [recorded, setRecorded] = useState<ApiKey>();
  const [rotated, setRotated] = useState<ApiKey>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const [text = '', account = '', state = ''] = ['q', 'account', 'state'].map((name) => textIn(params, name));
  const show = (change: Params) => onChange({ ...params, ...change });
  const isOver = (key: ApiKey) => isEnded(stateOf(key, accounts));
  const isShown = (key: ApiKey) =>
    matches(key, text) &&
    (account === '' || key.account === account) &&
    (state === '' || (state === 'ended') === isOver(key));
  const stateColumn: Column<ApiKey> = {
    head: 'State',
    cell: (key) => {
      const known = stateOf(key, accounts);
      return <Badge tone={stateTones[known]}>{stateLabel(key, known)}</Badge>;
    },
  };
  const actions = actionsColumn<ApiKey>((key) =>
    isOver(key) ? null : (
      <ActionsMenu
        label={`Actions for the key ${key.id}`}
        actions={[
          ...(key.records_people || key.scopes.includes('people:search')
            ? [
                {
                  label: key.records_people ? 'Stop recording people…' : 'Record people…',
                  onSelect: () => setRecorded(key),
                },
              ]
            : []),
          { label: 'Rotate…', onSelect: () => setRotated(key), isDisabled: key.replaced_by !== null },
          { label: 'Revoke…', onSelect: () => setRevoked(key), isDanger: true },
        ]}
      />
    ),
  );
  return (
    <div className="p-4 md:px-6">
      <section className="panel" aria-label="Keys">
        <div className="flex flex-wrap gap-2 border-b border-edge p-3">
          <SearchBox
            label="Id, last four characters, account or label"
            data-search="page"
            className="grow"
            value={text}
            onChange={(q) => show({ q: q || undefined })}
          />
          <Select
            label="Account"
            value={account}
            choices={[
              { value: '', label: 'All accounts' },
              ...accounts.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(value) => show({ account: value || undefined })}
          />
          <Select
            label="State"
            value={state}
            choices={[...stateChoices]}
            onChange={(value) => show({ state: value || undefined })}
          />
        </div>
        <QueryView query={keys}>
          {(list) => {
            const shown = list.filter(isShown);
            if (shown.length === 0)
              return <EmptyState icon="key" title={list.length === 0 ? 'No keys yet' : 'No keys match'} />;
            return (
              <DataTable
                of="keys"
                className="min-w-[56rem]"
                rows={shown}
                columns={[...columns, stateColumn, actions]}
                keyOf={({ id }) => id}
                rowClass={(key) => (isOver(key) ? 'text-ink-3' : undefined)}
              />
            );
          }}
        </QueryView>
        <p className="border-t border-edge px-4 py-3 text-xs text-ink-2">
          Only a hash of each key is stored. Changes take effect everywhere within a second.
        </p>
      </section>
      {recorded && <RecordDialog apiKey={recorded} onClose={() => setRecorded(undefined)} />}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />}
      {rotated && <RotateDialog apiKey={rotated} onClose={() => setRotated(undefined)} />}
    </div>
  );
}
