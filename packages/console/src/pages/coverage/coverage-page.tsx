import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';
import { Icon } from '../../components/icon.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { EmptyState } from '../../components/states.tsx';
import { formatMoment, plural } from '../../format.ts';
import { CoverageMap } from './coverage-map.tsx';

const measuringMs = 2000;

export function CoveragePage() {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['coverage'],
    queryFn: ({ signal }) => orgdex.admin.getCoverage({ signal }),
    refetchInterval: ({ state }) => (state.data?.measuring ? measuringMs : false),
  });
  const measure = useMutation({
    mutationFn: () => orgdex.admin.measureCoverage(),
    onSuccess: (status) => queryClient.setQueryData(['coverage'], status),
  });
  const isMeasuring = query.data?.measuring === true || measure.isPending;
  return (
    <>
      <PageHeader title="Coverage" note="Share of companies with a value, in percent">
        <button type="button" className="button" disabled={isMeasuring} onClick={() => measure.mutate()}>
          <Icon name="refresh" />
          {isMeasuring ? 'Counting…' : query.data?.report ? 'Count again' : 'Count'}
        </button>
      </PageHeader>
      <div className="flex flex-col gap-4 p-4 md:px-6">
        <ErrorNotice error={measure.error} />
        <section className="panel">
          <QueryView query={query}>
            {({ report, measured_at, measuring }) =>
              report === null || measured_at === null ? (
                <EmptyState icon="grid" title={measuring ? 'Counting…' : 'Coverage was not counted yet'}>
                  <p>It shows which fields are filled in which country, and from which source.</p>
                </EmptyState>
              ) : (
                <>
                  <div className="panel-head">
                    <h2 className="panel-title">Countries and fields</h2>
                    <span className="text-xs text-ink-3">
                      Counted {formatMoment(measured_at)}, {plural(report.companies, 'company', 'companies')}
                      {report.every > 1 && `, one in ${report.every}`}
                    </span>
                  </div>
                  <CoverageMap report={report} />
                </>
              )
            }
          </QueryView>
        </section>
      </div>
    </>
  );
}
