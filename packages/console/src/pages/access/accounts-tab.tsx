import type { Account, Plan } from '@orgdex/contract';
import { useState } from 'react';
import { Sparkline } from '../../charts/sparkline.tsx';
import { orgdex } from '../../client.ts';
import { ActionsMenu } from '../../components/actions-menu.tsx';
import { Badge } from '../../components/badge.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { actionsColumn, type Column, DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatNumber } from '../../format.ts';
import { AccountDialog } from './account-dialog.tsx';
import { PlansPanel } from './plans-panel.tsx';
import { lastDays, useAccounts, useKeys, usePlans, useRefusals, useUsage } from './queries.ts';

const shownDays = 30;
/** A share of the credits from which an account is close to its limit. */
const nearLimit = 0.9;

/** Credits of the month, as a number and a bar. */
function Credits({ used, monthly }: { used: number; monthly: number | null }) {
  const share = monthly ? Math.min(1, used / monthly) : 0;
  const color = share >= 1 ? 'bg-mark-bad' : share >= nearLimit ? 'bg-mark-warn' : 'bg-series-1';
  return (
    <span className="block w-44">
      <span className="flex justify-between">
        {formatNumber(used)}
        <span className="text-ink-3">{monthly === null ? 'no limit' : `of ${formatNumber(monthly)}`}</span>
      </span>
      <span className="block h-1 overflow-hidden rounded-sm bg-sunken" aria-hidden="true">
        <span className={`block h-full ${color}`} style={{ width: `${100 * share}%` }} />
      </span>
    </span>
  );
}

const Metered = ({ values }: { values: readonly number[] }) => (
  <Sparkline values={values} label={`${values.reduce((sum, one) => sum + one, 0)} metered responses in 30 days`} />
);

const SuspendDialog = ({ account: { name, suspended }, onClose }: { account: Account; onClose: () => void }) => (
  <Confirm
    title={`${suspended ? 'Resume' : 'Suspend'} ${name}?`}
    action={suspended ? 'Resume' : 'Suspend'}
    onClose={onClose}
    onConfirm={() => orgdex.admin.setAccount(name, { suspended: !suspended })}
    refreshes={['accounts']}
  >
    {suspended
      ? 'Its keys are accepted again within a second.'
      : 'All its keys are rejected within a second, until you resume the account.'}
  </Confirm>
);

const OutOfCredits = ({ accounts, plans }: { accounts: readonly Account[]; plans: readonly Plan[] }) => {
  const near = accounts.flatMap((account) => {
    const monthly = plans.find(({ name }) => name === account.plan)?.monthly_credits ?? null;
    return monthly !== null && account.credits_used >= nearLimit * monthly ? [{ ...account, monthly }] : [];
  });
  return near.map(({ name, credits_used, monthly }) => (
    <Notice key={name} tone="warn">
      <strong>{name}</strong> has {formatNumber(Math.max(0, monthly - credits_used))} of {formatNumber(monthly)} credits
      left this month. After that its requests are refused with <code>quota_exhausted</code>.
    </Notice>
  ));
};

/** The accounts with what they use, and the plans. */
export function AccountsTab() {
  const accounts = useAccounts();
  const plans = usePlans();
  const keys = useKeys();
  const days = lastDays(shownDays);
  const span = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const usage = useUsage(span);
  const refusals = useRefusals(span);
  const [edited, setEdited] = useState<Account>();
  const [suspended, setSuspended] = useState<Account>();

  const usageOf = (account: string) =>
    days.map((day) =>
      (usage.data ?? [])
        .filter((one) => one.account === account && one.day === day)
        .reduce((sum, { count }) => sum + count, 0),
    );
  const limitedOf = (account: string) =>
    (refusals.data ?? [])
      .filter((one) => one.account === account && one.code === 'rate_limited')
      .reduce((sum, { count }) => sum + count, 0);
  const activeKeysOf = (account: string) =>
    (keys.data ?? []).filter((key) => key.account === account && key.revoked_at === null).length;
  const columns: Column<Account>[] = [
    { head: 'Account', className: 'font-medium', cell: ({ name }) => name },
    { head: 'Plan', cell: ({ plan }) => plan },
    {
      head: 'Credits this month',
      cell: ({ credits_used, plan }) => (
        <Credits used={credits_used} monthly={plans.data?.find(({ name }) => name === plan)?.monthly_credits ?? null} />
      ),
    },
    { head: 'Metered, 30 days', cell: ({ name }) => <Metered values={usageOf(name)} /> },
    {
      head: 'Rate-limited',
      isNumber: true,
      cell: ({ name }) => (refusals.data ? formatNumber(limitedOf(name)) : '–'),
    },
    { head: 'Keys', isNumber: true, cell: ({ name }) => (keys.data ? formatNumber(activeKeysOf(name)) : '–') },
    {
      head: 'State',
      cell: ({ suspended: isSuspended }) => (
        <Badge tone={isSuspended ? 'bad' : 'good'}>{isSuspended ? 'Suspended' : 'Active'}</Badge>
      ),
    },
    actionsColumn((account) => (
      <ActionsMenu
        label={`Actions for ${account.name}`}
        actions={[
          { label: 'Change plan…', onSelect: () => setEdited(account) },
          { label: account.suspended ? 'Resume…' : 'Suspend…', onSelect: () => setSuspended(account) },
        ]}
      />
    )),
  ];

  return (
    <div className="flex flex-col gap-4 p-4 md:px-6">
      {accounts.data && plans.data && <OutOfCredits accounts={accounts.data} plans={plans.data} />}
      <section className="panel" aria-label="Accounts">
        <QueryView query={accounts}>
          {(list) => (
            <DataTable
              of="accounts"
              className="min-w-[50rem]"
              rows={list}
              columns={columns}
              keyOf={({ name }) => name}
            />
          )}
        </QueryView>
      </section>
      <PlansPanel plans={plans} accounts={accounts.data ?? []} />
      <AccountDialog
        key={edited?.name}
        account={edited}
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
      />
      {suspended && <SuspendDialog account={suspended} onClose={() => setSuspended(undefined)} />}
    </div>
  );
}
