import type { Account, Plan } from '@orgdex/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { formatNumber } from '../../format.ts';
import { PlanDialog } from './plan-dialog.tsx';

const limit = (value: number | null) =>
  value === null ? <span className="text-ink-3">No limit</span> : formatNumber(value);

/** What customers may do, by plan. */
export function PlansPanel({ plans, accounts }: { plans: UseQueryResult<Plan[]>; accounts: readonly Account[] }) {
  const [edited, setEdited] = useState<Plan | 'new'>();
  const usersOf = (plan: string) => accounts.filter((account) => account.plan === plan).length;
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="panel-title">Plans</h2>
        <button type="button" className="button" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          New plan
        </button>
      </div>
      <QueryView query={plans}>
        {(list) => (
          <ScrollRegion label="Table of plans">
            <table className="table min-w-[60rem]">
              <thead>
                <tr>
                  <th scope="col">Plan</th>
                  {['Rate', 'Burst', 'Requests a day', 'Credits a month', 'Companies a day', 'People a day'].map(
                    (head) => (
                      <th key={head} scope="col" className="number">
                        {head}
                      </th>
                    ),
                  )}
                  <th scope="col">Countries</th>
                  <th scope="col" className="number">
                    Accounts
                  </th>
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map((plan) => (
                  <tr key={plan.name}>
                    <td className="font-medium">{plan.name}</td>
                    <td className="number whitespace-nowrap">{formatNumber(plan.rate)} a second</td>
                    <td className="number">{formatNumber(plan.burst)}</td>
                    <td className="number">{limit(plan.requests_per_day)}</td>
                    <td className="number">{limit(plan.monthly_credits)}</td>
                    <td className="number">{limit(plan.companies_per_day)}</td>
                    <td className="number">{limit(plan.people_per_day)}</td>
                    <td>{plan.countries?.join(', ') ?? 'All'}</td>
                    <td className="number">{formatNumber(usersOf(plan.name))}</td>
                    <td className="number">
                      <button
                        type="button"
                        className="button button-small"
                        aria-label={`Edit the plan ${plan.name}`}
                        onClick={() => setEdited(plan)}
                      >
                        Edit
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
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
    </section>
  );
}
