import { Menu } from '@base-ui/react/menu';
import type { Account, Plan } from '@orgdex/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Sparkline } from '../../charts/sparkline.tsx';
import { orgdex } from '../../client.ts';
import { Badge } from '../../components/badge.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
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

function AccountMenu({ account, onEdit, onSuspend }: { account: Account; onEdit: () => void; onSuspend: () => void }) {
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={`Actions for ${account.name}`}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-30">
          <Menu.Popup className="floating min-w-40 p-1">
            <Menu.Item className="menu-item" onClick={onEdit}>
              Change plan…
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={onSuspend}>
              {account.suspended ? 'Resume…' : 'Suspend…'}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function SuspendDialog({ account, onClose }: { account: Account | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const change = async () => {
    if (!account) return;
    await orgdex.admin.setAccount(account.name, { suspended: !account.suspended });
    await queryClient.invalidateQueries({ queryKey: ['accounts'] });
  };
  return (
    <Confirm
      title={account?.suspended ? `Resume ${account.name}?` : `Suspend ${account?.name}?`}
      action={account?.suspended ? 'Resume' : 'Suspend'}
      isOpen={account !== undefined}
      onClose={onClose}
      onConfirm={change}
    >
      {account?.suspended
        ? 'Its keys are accepted again within a second.'
        : 'All its keys are rejected within a second, until you resume the account.'}
    </Confirm>
  );
}

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

  return (
    <div className="flex flex-col gap-4 p-4 md:px-6">
      {accounts.data && plans.data && <OutOfCredits accounts={accounts.data} plans={plans.data} />}
      <section className="panel" aria-label="Accounts">
        <QueryView query={accounts}>
          {(list) => (
            <ScrollRegion label="Table of accounts">
              <table className="table min-w-[50rem]">
                <thead>
                  <tr>
                    <th scope="col">Account</th>
                    <th scope="col">Plan</th>
                    <th scope="col">Credits this month</th>
                    <th scope="col">Metered, 30 days</th>
                    <th scope="col" className="number">
                      Rate-limited
                    </th>
                    <th scope="col" className="number">
                      Keys
                    </th>
                    <th scope="col">State</th>
                    <th scope="col">
                      <span className="sr-only">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((account) => {
                    const values = usageOf(account.name);
                    const active = (keys.data ?? []).filter(
                      ({ account: name, revoked_at }) => name === account.name && revoked_at === null,
                    );
                    return (
                      <tr key={account.name}>
                        <td className="font-medium">{account.name}</td>
                        <td>{account.plan}</td>
                        <td>
                          <Credits
                            used={account.credits_used}
                            monthly={plans.data?.find(({ name }) => name === account.plan)?.monthly_credits ?? null}
                          />
                        </td>
                        <td>
                          <Sparkline
                            values={values}
                            label={`${values.reduce((sum, one) => sum + one, 0)} metered responses in 30 days`}
                          />
                        </td>
                        <td className="number">{refusals.data ? formatNumber(limitedOf(account.name)) : '–'}</td>
                        <td className="number">{keys.data ? formatNumber(active.length) : '–'}</td>
                        <td>
                          <Badge tone={account.suspended ? 'bad' : 'good'}>
                            {account.suspended ? 'Suspended' : 'Active'}
                          </Badge>
                        </td>
                        <td className="number">
                          <AccountMenu
                            account={account}
                            onEdit={() => setEdited(account)}
                            onSuspend={() => setSuspended(account)}
                          />
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </ScrollRegion>
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
      <SuspendDialog account={suspended} onClose={() => setSuspended(undefined)} />
    </div>
  );
}
