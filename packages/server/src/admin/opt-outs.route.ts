import { AddOptOut, ListOptOuts } from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { addOptOut, listOptOutPage, type OptOutDeps } from './opt-outs.ts';

/** The suppression list. */
export function optOutsRoutes(admin: AdminEndpoints, deps: OptOutDeps): void {
  admin.serve(ListOptOuts, ({ query }) => listOptOutPage(deps, query));
  admin.serveWrite(AddOptOut, ({ body }, operator) => addOptOut(deps, operator, body));
}
