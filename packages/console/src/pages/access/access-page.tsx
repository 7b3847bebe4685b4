import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { NotFound, PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Params } from '../../search-params.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountsTab } from './accounts-tab.tsx';
import { AuditTab } from './audit-tab.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { KeysTab } from './keys-tab.tsx';
import { useAccounts, useKeys } from './queries.ts';
import { UsageTab } from './usage-tab.tsx';

const route = getRouteApi('/app/access/$tab');
const tabNames = ['accounts', 'keys', 'usage', 'audit'] as const;

export function AccessPage() {
  const { tab: asked } = route.useParams();
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const [dialog, setDialog] = useState<'account' | 'key'>();
  const accounts = useAccounts();
  const keys = useKeys();
  const tab = tabNames.find((name) => name === asked);
  if (tab === undefined) return <NotFound />;
  const show = (search: Params) => void navigate({ search, replace: true });
  return (
    <>
      <PageHeader title="Access" note="Who can use the API, and how much">
        <button type="button" className="button" onClick={() => setDialog('account')}>
          <Icon name="plus" />
          New account
        </button>
        <button type="button" className="button button-primary" onClick={() => setDialog('key')}>
          <Icon name="plus" />
          New key
        </button>
      </PageHeader>
      <Tabs
        value={tab}
        onChange={(next) => void navigate({ params: { tab: next }, search: {} })}
        tabs={[
          { value: 'accounts', label: 'Accounts and plans', count: accounts.data?.length, content: <AccountsTab /> },
          {
            value: 'keys',
            label: 'Keys',
            count: keys.data?.length,
            content: <KeysTab params={params} onChange={show} />,
          },
          { value: 'usage', label: 'Usage', content: <UsageTab params={params} onChange={show} /> },
          { value: 'audit', label: 'Audit log', content: <AuditTab /> },
        ]}
      />
      <AccountDialog isOpen={dialog === 'account'} onClose={() => setDialog(undefined)} />
      {dialog === 'key' && <KeyDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}
