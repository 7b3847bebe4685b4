import { Menu } from '@base-ui/react/menu';
import type { Account, ApiKey } from '@orgdex/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Badge } from '../../components/badge.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Icon } from '../../components/icon.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
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

function KeyMenu({ apiKey, onRotate, onRevoke }: { apiKey: ApiKey; onRotate: () => void; onRevoke: () => void }) {
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={`Actions for the key ${apiKey.id}`}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-30">
          <Menu.Popup className="floating min-w-36 p-1">
            <Menu.Item className="menu-item" disabled={apiKey.replaced_by !== null} onClick={onRotate}>
              Rotate…
            </Menu.Item>
            <Menu.Item className="menu-item text-bad" onClick={onRevoke}>
              Revoke…
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = async () => {
    if (!apiKey) return;
    await orgdex.admin.revokeKey(apiKey.id);
    await queryClient.invalidateQueries({ queryKey: ['keys'] });
  };
  return (
    <Confirm
      title="Revoke this key?"
      action="Revoke"
      isOpen={apiKey !== undefined}
      onClose={onClose}
      onConfirm={revoke}
    >
      <p>
        <code>
          {apiKey?.mode} …{apiKey?.hint}
        </code>{' '}
        of {apiKey?.account}
        {apiKey?.label ? ` (${apiKey.label})` : ''} is rejected on all servers within a second, and its console sessions
        end. This cannot be undone.
      </p>
    </Confirm>
  );
}

function KeyRow({
  apiKey,
  accounts,
  onRotate,
  onRevoke,
}: {
  apiKey: ApiKey;
  accounts: readonly Account[];
  onRotate: () => void;
  onRevoke: () => void;
}) {
  const state = stateOf(apiKey, accounts);
  return (
    <tr className={isEnded(state) ? 'text-ink-3' : undefined}>
      <td>
        <code className="block text-xs">
          {apiKey.mode} …{apiKey.hint}
        </code>
        <code className="block text-xs text-ink-3">{apiKey.id}</code>
      </td>
      <td>
        <span className="block font-medium">{apiKey.account}</span>
        <span className="block text-xs text-ink-3">{apiKey.label}</span>
      </td>
      <td>
        <span className="flex flex-wrap gap-1">
          {apiKey.scopes.map((scope) => (
            <code key={scope} className="tag">
              {scope}
            </code>
          ))}
        </span>
      </td>
      <td>{apiKey.countries?.join(', ') ?? 'All'}</td>
      <td className="text-xs">{apiKey.addresses?.join(', ') ?? 'Anywhere'}</td>
      <td className="whitespace-nowrap">{apiKey.last_used_at === null ? 'Never' : formatAgo(apiKey.last_used_at)}</td>
      <td>
        <Badge tone={stateTones[state]}>{stateLabel(apiKey, state)}</Badge>
      </td>
      <td className="number">
        {!isEnded(state) && <KeyMenu apiKey={apiKey} onRotate={onRotate} onRevoke={onRevoke} />}
      </td>
    </tr>
  );
}

/** All keys, without the keys themselves. */
export function KeysTab({ params, onChange }: { params: Params; onChange: (params: Params) => void }) {
  const keys = useKeys();
  const accounts = useAccounts().data ?? [];
  const [rotated, setRotated] = useState<ApiKey>();
  const [revoked, setRevoked] = useState<ApiKey>();
  const [text = '', account = '', state = ''] = ['q', 'account', 'state'].map((name) => textIn(params, name));
  const show = (change: Params) => onChange({ ...params, ...change });
  const isShown = (key: ApiKey) => {
    const isOver = isEnded(stateOf(key, accounts));
    return (
      matches(key, text) &&
      (account === '' || key.account === account) &&
      (state === '' || (state === 'ended') === isOver)
    );
  };
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
              <ScrollRegion label="Table of keys">
                <table className="table min-w-[56rem]">
                  <thead>
                    <tr>
                      {['Key', 'Account', 'Scopes', 'Countries', 'From', 'Last used', 'State'].map((head) => (
                        <th key={head} scope="col">
                          {head}
                        </th>
                      ))}
                      <th scope="col">
                        <span className="sr-only">Actions</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {shown.map((key) => (
                      <KeyRow
                        key={key.id}
                        apiKey={key}
                        accounts={accounts}
                        onRotate={() => setRotated(key)}
                        onRevoke={() => setRevoked(key)}
                      />
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
            );
          }}
        </QueryView>
        <p className="border-t border-edge px-4 py-3 text-xs text-ink-2">
          Only a hash of each key is stored. Changes take effect everywhere within a second.
        </p>
      </section>
      <RevokeDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
      {rotated && <RotateDialog apiKey={rotated} onClose={() => setRotated(undefined)} />}
    </div>
  );
}
