import type { AuditEntry } from '@orgdex/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { formatMoment, formatNumber } from '../../format.ts';

const pageSize = 50;

/** Whether the log is unchanged. */
function Verdict() {
  const { data, isError, error } = useQuery({
    queryKey: ['audit', 'verify'],
    queryFn: ({ signal }) => orgdex.admin.verifyAudit({}, { signal }),
  });
  if (isError) return <Notice tone="warn">The log could not be verified here: {error.message}</Notice>;
  if (!data) return null;
  if (!data.intact) {
    return (
      <Notice tone="bad">
        The audit log is broken{data.fault ? ` at entry ${data.fault.number}: ${data.fault.why}` : ''}.{' '}
        {formatNumber(data.entries)} entries before it are intact.
      </Notice>
    );
  }
  return (
    <Notice tone="good">
      <span className="flex flex-wrap items-center gap-x-2">
        <span>All {formatNumber(data.entries)} entries are intact.</span>
        {data.checksum !== null && (
          <>
            Keep this checksum outside the database: <code className="text-xs break-all">{data.checksum}</code>
            <CopyButton text={data.checksum} label="Copy the checksum" />
          </>
        )}
      </span>
    </Notice>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const detailOf = ({ detail }: AuditEntry): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${textOf(value)}`)
    .join(', ');

const columns: readonly Column<AuditEntry>[] = [
  { head: 'Entry', isNumber: true, className: 'text-ink-3', cell: ({ number }) => formatNumber(number) },
  { head: 'At', className: 'whitespace-nowrap', cell: ({ at }) => formatMoment(at) },
  { head: 'By', cell: ({ actor }) => <code className="text-xs text-ink-2">{actor}</code> },
  { head: 'Action', cell: ({ action }) => <code className="text-xs">{action}</code> },
  { head: 'Subject', cell: ({ subject }) => <code className="text-xs text-ink-2">{subject}</code> },
  { head: 'Detail', className: 'min-w-64 wrap-anywhere text-ink-2', cell: detailOf },
];

/** Who did what, newest first. */
export function AuditTab() {
  const query = useInfiniteQuery({
    queryKey: ['audit', 'list'],
    queryFn: ({ pageParam, signal }) => orgdex.admin.listAudit({ before: pageParam, size: pageSize }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.number),
  });
  const entries = query.data?.pages.flat() ?? [];
  return (
    <div className="flex flex-col gap-4 p-4 md:px-6">
      <Verdict />
      <section className="panel" aria-label="Audit log">
        {query.isPending && <SkeletonRows />}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && entries.length === 0 && <EmptyState icon="log" title="The audit log is empty" />}
        {entries.length > 0 && (
          <DataTable
            of="audit entries"
            className="table-compact min-w-[56rem]"
            rows={entries}
            columns={columns}
            keyOf={({ number }) => String(number)}
          />
        )}
        {query.hasNextPage && (
          <div className="flex justify-end border-t border-edge px-4 py-2">
            <button
              type="button"
              className="button"
              disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Older
            </button>
          </div>
        )}
      </section>
    </div>
  );
}
