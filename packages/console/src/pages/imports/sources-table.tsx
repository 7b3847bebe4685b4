import { useQuery } from '@tanstack/react-query';
import { orgdex } from '../../client.ts';
import { CountryCode } from '../../components/country-code.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { formatAgo, formatNumber } from '../../format.ts';

/** What can be imported, under which license, and when it last was. */
export function SourcesTable() {
  const query = useQuery({ queryKey: ['sources-list'], queryFn: ({ signal }) => orgdex.admin.listSources({ signal }) });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="panel-title">Sources</h2>
        <span className="text-xs text-ink-3">You download the files; orgdex imports them</span>
      </div>
      <QueryView query={query}>
        {(sources) => (
          <ScrollRegion label="Table of sources">
            <table className="table min-w-[48rem]">
              <thead>
                <tr>
                  <th scope="col">Source</th>
                  <th scope="col">Country</th>
                  <th scope="col">Class</th>
                  <th scope="col">License</th>
                  <th scope="col" className="number">
                    Imports
                  </th>
                  <th scope="col">Last import</th>
                </tr>
              </thead>
              <tbody>
                {sources.map((source) => (
                  <tr key={source.id}>
                    <td>
                      <code className="block text-xs">{source.id}</code>
                      <span className="text-xs text-ink-3">
                        {source.homepage === null ? (
                          (source.title ?? 'Own files')
                        ) : (
                          <ExternalLink url={source.homepage}>{source.title ?? source.id}</ExternalLink>
                        )}
                      </span>
                    </td>
                    <td>
                      {source.country === null ? (
                        <span className="text-ink-3">–</span>
                      ) : (
                        <CountryCode code={source.country} />
                      )}
                    </td>
                    <td>{source.class}</td>
                    <td title={source.attribution ?? undefined}>
                      {source.license ?? <span className="text-ink-3">Your own</span>}
                    </td>
                    <td className="number">{formatNumber(source.runs)}</td>
                    <td>
                      {source.last_run === null ? (
                        <span className="text-ink-3">Never</span>
                      ) : (
                        formatAgo(source.last_run.started_at)
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        )}
      </QueryView>
    </section>
  );
}
