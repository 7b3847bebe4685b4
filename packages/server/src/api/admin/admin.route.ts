import {
  AcceptMatch,
  AddOptOut,
  AddOptOuts,
  DecideMatches,
  ErasePerson,
  ExplainCompany,
  ExportPerson,
  GetCoverage,
  GetExpiry,
  GetOptOut,
  GetRun,
  GetStatus,
  JoinCompanies,
  LiftOptOut,
  ListMatches,
  ListOptOuts,
  ListRejections,
  ListRuns,
  ListSources,
  MeasureCoverage,
  RejectMatch,
  SplitCompany,
  UndoMatch,
} from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { type CompanyDeps, explain, join, split } from './companies.ts';
import { listReviews } from './match-review.ts';
import { type Decision, decideOne, decideRange, type MatchDeps } from './matches.ts';
import { addOptOut, addOptOuts, getOptOut, lift, listOptOutPage, type OptOutDeps } from './opt-outs.ts';
import { completeErasure, erasePerson, exportMs, getExpiry, getHeldData, type RightsDeps } from './people-rights.ts';
import {
  type CoverageDeps,
  getCoverage,
  getRun,
  listRejections,
  listRunPage,
  listSourceSummaries,
  measureCoverage,
  type RunDeps,
} from './runs.ts';
import { readServiceStatus, type StatusDeps } from './status.ts';

/** Longer than the check of a store that hangs. */
const statusMs = 8000;

type AdminRouteDeps = MatchDeps & CompanyDeps & RunDeps & CoverageDeps & OptOutDeps & RightsDeps & StatusDeps;

/** The operator's operations on data: each is one of its endpoints. The command line offers the same functions. */
export function adminRoutes(admin: AdminEndpoints, deps: AdminRouteDeps): void {
  // The review queue.
  admin.serve(ListMatches, ({ query }) => listReviews(deps, query));
  admin.serveWrite(DecideMatches, async ({ body }, operator) => decideRange(deps, operator, body));
  const decide = (endpoint: typeof AcceptMatch | typeof RejectMatch | typeof UndoMatch, decision: Decision) =>
    admin.serveWrite(endpoint, ({ params }, operator) =>
      decideOne(deps, operator, { id: Number(params.id), decision }),
    );
  decide(AcceptMatch, 'accept');
  decide(RejectMatch, 'reject');
  decide(UndoMatch, 'undo');
  // The records of a company, and decisions about them.
  admin.serve(ExplainCompany, ({ params, query }) => explain(deps, params.id, query));
  admin.serveWrite(JoinCompanies, ({ body }, operator) => join(deps, operator, body));
  admin.serveWrite(SplitCompany, ({ params, body }, operator) => split(deps, operator, { ...body, id: params.id }));
  // What was imported, and how complete it is.
  admin.serve(ListRuns, ({ query }) => listRunPage(deps, query));
  admin.serve(GetRun, ({ params }) => getRun(deps, Number(params.id)));
  admin.serve(ListRejections, ({ params }) => listRejections(deps, Number(params.id)));
  admin.serve(GetCoverage, () => getCoverage(deps));
  admin.serve(MeasureCoverage, () => measureCoverage(deps));
  admin.serve(ListSources, () => listSourceSummaries(deps.pool));
  // The suppression list.
  admin.serve(ListOptOuts, ({ query }) => listOptOutPage(deps, query));
  admin.serve(GetOptOut, ({ params }) => getOptOut(deps, params.id));
  admin.serveWrite(AddOptOut, ({ body }, operator) => addOptOut(deps, operator, body));
  admin.serveWrite(AddOptOuts, ({ body, items }, operator) => addOptOuts(deps, operator, { list: body.list, items }));
  admin.serveWrite(LiftOptOut, ({ params, body }, operator) => lift(deps, operator, { id: params.id, ...body }));
  // What people can ask for: a copy of their data, its deletion, and that it is not kept longer than needed.
  admin.serve(ExportPerson, ({ body }, operator) => getHeldData(deps, operator, body), exportMs);
  admin.serveWrite(
    ErasePerson,
    ({ body }, operator) => erasePerson(deps, operator, body),
    (erasure) => completeErasure(deps, erasure),
  );
  admin.serve(GetExpiry, () => getExpiry(deps), exportMs);
  admin.serve(GetStatus, () => readServiceStatus(deps), statusMs);
}
