import { GetCoverage, GetRun, ListRejections, ListRuns, ListSources, MeasureCoverage } from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { type CoverageDeps, getCoverage, measureCoverage } from './coverage.ts';
import { getRun, listRejections, listRunPage, type RunDeps } from './runs.ts';
import { listSourceSummaries } from './sources.ts';

/** What was imported, and how complete it is. */
export function importsRoutes(admin: AdminEndpoints, deps: RunDeps & CoverageDeps): void {
  admin.serve(ListRuns, ({ query }) => listRunPage(deps, query));
  admin.serve(GetRun, ({ params }) => getRun(deps, Number(params.id)));
  admin.serve(ListRejections, ({ params }) => listRejections(deps, Number(params.id)));
  admin.serve(GetCoverage, () => getCoverage(deps));
  admin.serve(MeasureCoverage, () => measureCoverage(deps));
  admin.serve(ListSources, () => listSourceSummaries(deps.pool));
}
