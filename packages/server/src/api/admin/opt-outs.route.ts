import { AddOptOut, AddOptOuts, GetOptOut, LiftOptOut, ListOptOuts } from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { addOptOut, addOptOuts, getOptOut, lift, listOptOutPage, type OptOutDeps } from './opt-outs.ts';

/** The suppression list. */
export function optOutsRoutes(admin: AdminEndpoints, deps: OptOutDeps): void {
  admin.serve(ListOptOuts, ({ query }) => listOptOutPage(deps, query));
  admin.serve(GetOptOut, ({ params }) => getOptOut(deps, params.id));
  admin.serveWrite(AddOptOut, ({ body }, operator) => addOptOut(deps, operator, body));
  admin.serveWrite(AddOptOuts, ({ body, items }, operator) => addOptOuts(deps, operator, { list: body.list, items }));
  admin.serveWrite(LiftOptOut, ({ params, body }, operator) => lift(deps, operator, { id: params.id, ...body }));
}
