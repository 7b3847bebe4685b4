import { ColumnChart } from '../../charts/column-chart.tsx';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Select } from '../../components/select.tsx';
import { formatRow, saveCsv } from '../../csv.ts';
import { formatMonthDay, formatNumber, formatShort, plural } from '../../format.ts';
import { choiceIn, type Params, textIn } from '../../search-params.ts';
import { lastDays, useAccounts, useRefusals, useUsage } from './queries.ts';
import { UsageChart } from './usage-chart.tsx';

const spans = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;
const spanValues = spans.map(({ value }) => value);

/** What was used and what was rejected, by day. */
export function UsageTab({ params, onChange }: { params: Params; onChange: (params: Params) => void }) {
  const accounts = useAccounts().data ?? [];
  const account = textIn(params, 'account');
  const span = choiceIn(params, 'days', spanValues) ?? '30';
  const days = lastDays(Number(span));
  const range = { from: days[0] ?? '', to: days.at(-1) ?? '', account };
  const usage = useUsage(range);
  const refusals = useRefusals(range);
  const save = () =>
    saveCsv('usage.csv', [
      formatRow(['account', 'day', 'operation', 'count']),
      ...(usage.data ?? []).map((one) => formatRow([one.account, one.day, one.operation, one.count])),
    ]);
  return (
    <div className="flex flex-col gap-4 p-4 md:px-6">
      <div className="flex flex-wrap justify-between gap-2">
        <span className="flex gap-2">
          <Select
            label="Account"
            value={account ?? ''}
            choices={[
              { value: '', label: 'All accounts' },
              ...accounts.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(value) => onChange({ ...params, account: value || undefined })}
          />
          <Select
            label="Time"
            value={span}
            choices={[...spans]}
            onChange={(value) => onChange({ ...params, days: value })}
          />
        </span>
        <button type="button" className="button" disabled={!usage.data?.length} onClick={save}>
          <Icon name="download" />
          Save as CSV
        </button>
      </div>
      <Panel title="Metered responses by operation" note="Days in UTC">
        <QueryView query={usage}>{(counts) => <UsageChart usage={counts} days={days} />}</QueryView>
      </Panel>
      <Panel
        title="Rejected requests"
        note={
          refusals.data &&
          `${plural(
            refusals.data.reduce((sum, { count }) => sum + count, 0),
            'request',
          )} in ${span} days`
        }
      >
        <QueryView query={refusals}>
          {(refused) => {
            if (refused.length === 0)
              return <p className="px-4 py-8 text-center text-ink-2">No request was rejected in this time.</p>;
            const byCode = [...Map.groupBy(refused, ({ code }) => code)];
            return (
              <>
                <div className="px-4 py-3">
                  <ColumnChart
                    label="Rejected requests by day"
                    series={[
                      {
                        label: 'Refused',
                        color: 'fill-mark-warn',
                        values: days.map((day) =>
                          refused.filter((one) => one.day === day).reduce((sum, { count }) => sum + count, 0),
                        ),
                      },
                    ]}
                    places={days.map(formatMonthDay)}
                    formatTick={formatShort}
                    height={130}
                  />
                </div>
                <ul className="flex flex-wrap gap-x-6 gap-y-1 border-t border-edge px-4 py-3 text-ink-2">
                  {byCode.map(([code, list]) => (
                    <li key={code}>
                      <code>{code}</code> {formatNumber(list.reduce((sum, { count }) => sum + count, 0))}
                    </li>
                  ))}
                </ul>
              </>
            );
          }}
        </QueryView>
      </Panel>
    </div>
  );
}
