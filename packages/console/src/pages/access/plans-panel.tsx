import type { Account, Plan } from '@orgdex/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { actionsColumn, type Column, DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatNumber } from '../../format.ts';
import { PlanDialog } from './plan-dialog.tsx';

const limit = (value: number | null) =>
  value === null ? <span className="text-ink-3">No limit</span> : formatNumber(value);

const columns: readonly Column<Plan>[] = [
  { head: 'Plan', className: 'font-medium', cell: ({ name }) => name },
  {
    head: 'Rate',
    isNumber: true,
    className: 'whitespace-nowrap',
    cell: ({ rate }) => `${formatNumber(rate)} a second`,
  },
  { head: 'Burst', isNumber: true, cell: ({ burst }) => formatNumber(burst) },
  { head: 'Requests a day', isNumber: true, cell: ({ requests_per_day }) => limit(requests_per_day) },
  { head: 'Credits a month', isNumber: true, cell: ({ monthly_credits }) => limit(monthly_credits) },
  { head: 'Companies a day', isNumber: true, cell: ({ companies_per_day }) => limit(companies_per_day) },
  { head: 'People a day', isNumber: true, cell: ({ people_per_day }) => limit(people_per_day) },
  { head: 'Countries', cell: ({ countries }) => countries?.join(', ') ?? 'All' },
];

/** What customers may do, by plan. */
export function PlansPanel({ plans, accounts }: { plans: UseQueryResult<Plan[]>; accounts: readonly Account[] }) {
  const [edited, setEdited] = useState<Plan | 'new'>();
  const usersOf = (plan: string) => accounts.filter((account) => account.plan === plan).length;
  const users: Column<Plan> = { head: 'Accounts', isNumber: true, cell: ({ name }) => formatNumber(usersOf(name)) };
  const actions = actionsColumn<Plan>((plan) => (
    <button
      type="button"
      className="button button-small"
      aria-label={`Edit the plan ${plan.name}`}
      onClick={() => setEdited(plan)}
    >
      Edit
    </button>
  ));
  return (
    <Panel
      title="Plans"
      controls={
        <button type="button" className="button" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          New plan
        </button>
      }
    >
      <QueryView query={plans}>
        {(list) => (
          <DataTable
            of="plans"
            className="min-w-[60rem]"
            rows={list}
            columns={[...columns, users, actions]}
            keyOf={({ name }) => name}
          />
        )}
      </QueryView>
      <p className="border-t border-edge px-4 py-3 text-xs text-ink-2">
        Changing a plan affects every account on it. You see how many before you save.
      </p>
      {edited !== undefined && (
        <PlanDialog
          plan={edited === 'new' ? undefined : edited}
          users={edited === 'new' ? 0 : usersOf(edited.name)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}
