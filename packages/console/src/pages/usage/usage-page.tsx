import type { Usage } from '@orgdex/contract';
import { useQuery } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';
import { Figures } from '../../components/figures.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatMoment, formatNumber } from '../../format.ts';
import { lastDays } from '../access/queries.ts';
import { UsageChart } from '../access/usage-chart.tsx';

const limit = (value: number | null): string => (value === null ? 'No limit' : formatNumber(value));

const Limits = ({ usage }: { usage: Usage }) => {
  const { limits, scopes, countries } = usage;
  const facts = [
    ['Requests a second', limit(limits.rate)],
    ['Requests at once', limit(limits.burst)],
    ['Requests a day', limit(limits.requests_per_day)],
    ['Companies a day', limit(limits.companies_per_day)],
    ['People a day', limit(limits.people_per_day)],
    ['Scopes', scopes.join(', ') || 'None'],
    ['Countries', countries?.join(', ') ?? 'All'],
  ] as const;
  return (
    <Panel
      title="What your key may do"
      note={
        <>
          {usage.account}, plan {usage.plan}
        </>
      }
    >
      <dl className="divide-y divide-edge">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 px-4 py-2">
            <dt className="text-ink-3">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
};

/** Limits, credits and usage of the signed-in account. */
export function UsagePage() {
  const days = lastDays(30);
  const query = useQuery({
    queryKey: ['own-usage', days[0]],
    queryFn: ({ signal }) => orgdex.usage.get({ from: days[0] ?? '', to: days.at(-1) ?? '' }, { signal }),
    staleTime: 0,
  });
  return (
    <>
      <PageHeader title="Usage" note="Your limits, credits and requests" />
      <div className="p-4 md:px-6">
        <QueryView query={query}>
          {(usage) => (
            <div className="flex flex-col gap-4">
              <section className="panel">
                <Figures
                  figures={[
                    { label: 'Credits used this month', value: formatNumber(usage.credits.used) },
                    {
                      label: 'Credits left',
                      value: usage.credits.remaining === null ? 'No limit' : formatNumber(usage.credits.remaining),
                    },
                    { label: 'Credits renew', value: formatMoment(usage.credits.renews_at) },
                  ]}
                />
              </section>
              <Panel title="Metered responses by operation" note="Last 30 days, in UTC">
                <UsageChart usage={usage.days} days={days} />
              </Panel>
              <Limits usage={usage} />
            </div>
          )}
        </QueryView>
      </div>
    </>
  );
}
