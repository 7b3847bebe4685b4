import type { ExpiryStatus } from '@orgdex/contract';
import { receivedPeopleDays } from '@orgdex/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Figures } from '../../components/figures.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatDay, formatMoment, formatNumber, plural } from '../../format.ts';

const columns: readonly Column<ExpiryStatus['sources'][number]>[] = [
  { head: 'Source', cell: ({ source }) => <code className="text-xs">{source}</code> },
  { head: 'Maximum age', cell: ({ months }) => (months === null ? 'No limit' : plural(months, 'month')) },
  { head: 'Last observed before', cell: ({ before }) => (before === null ? '–' : formatDay(before)) },
  { head: 'Records', isNumber: true, cell: ({ records }) => formatNumber(records) },
  { head: 'Would expire', isNumber: true, cell: ({ expired }) => formatNumber(expired) },
];

const dayMs = 86_400_000;

/** Says that the job does not run, if it looks like it. */
function Warning({ last_run: run, sources }: ExpiryStatus) {
  if (sources.every(({ months }) => months === null)) return null;
  if (run === null)
    return (
      <Notice tone="warn">
        People do not expire yet: schedule <code>orgdex person expire</code> to run every day.
      </Notice>
    );
  if (Date.now() - Date.parse(run.started_at) > 2 * dayMs)
    return (
      <Notice tone="warn">
        <code>orgdex person expire</code> has not run for more than two days.
      </Notice>
    );
  if (run.ended_at === null)
    return <Notice tone="warn">The last run has not ended: it is running, or was interrupted. Run it again.</Notice>;
  return null;
}

function Status({ status }: { status: ExpiryStatus }) {
  const { sources, estimated, last_run: run, pending_erasures } = status;
  const total = sources.reduce((sum, { expired }) => sum + expired, 0);
  const about = estimated ? 'about ' : '';
  return (
    <>
      <Figures
        figures={[
          { label: 'Last run', value: run === null ? 'Never' : formatMoment(run.started_at) },
          { label: 'Removed by it', value: run === null ? '–' : formatNumber(run.records), note: 'records' },
          { label: 'Would expire now', value: `${about}${formatNumber(total)}`, note: 'records' },
          { label: 'Erasures not complete', value: formatNumber(pending_erasures) },
        ]}
      />
      <div className="px-4 pb-3 empty:hidden">
        <Warning {...status} />
      </div>
      {sources.length === 0 ? (
        <EmptyState icon="people" title="No people are loaded" />
      ) : (
        <DataTable of="sources" rows={sources} columns={columns} keyOf={({ source }) => source} />
      )}
      <p className="border-t border-edge px-4 py-3 text-xs text-ink-2">
        {estimated && 'The counts are estimates from a sample. '}The maximum age is the setting{' '}
        <code>ORGDEX_PEOPLE_MAX_AGE</code>. <code>orgdex person expire</code> removes the records, also completes
        erasures, and deletes who received people after {receivedPeopleDays} days.
      </p>
    </>
  );
}

/** How long people are kept, and whether the job that removes them runs. */
export function ExpiryTab() {
  const query = useQuery({ queryKey: ['expiry'], queryFn: ({ signal }) => orgdex.admin.getExpiry({ signal }) });
  return (
    <div className="p-4 md:px-6">
      <Panel title="Expiry by source" note="People who were not observed for longer than the maximum age">
        <QueryView query={query}>{(status) => <Status status={status} />}</QueryView>
      </Panel>
    </div>
  );
}
