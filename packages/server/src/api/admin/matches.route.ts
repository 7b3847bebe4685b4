import { AcceptMatch, DecideMatches, ListMatches, RejectMatch, UndoMatch } from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { listReviews } from './match-review.ts';
import { decideOne, decideRange, type MatchDeps } from './matches.ts';

/** The review queue. */
export function matchesRoutes(admin: AdminEndpoints, deps: MatchDeps): void {
  admin.serve(ListMatches, ({ query }) => listReviews(deps, query));
  admin.serveWrite(DecideMatches, async ({ body }, operator) => decideRange(deps, operator, body));
  const decisions = [
    [AcceptMatch, 'accept'],
    [RejectMatch, 'reject'],
    [UndoMatch, 'undo'],
  ] as const;
  for (const [endpoint, decision] of decisions)
    admin.serveWrite(endpoint, ({ params }, operator) =>
      decideOne(deps, operator, { id: Number(params.id), decision }),
    );
}
