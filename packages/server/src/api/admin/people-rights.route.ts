import { ErasePerson, ExportPerson, GetExpiry } from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { completeErasure, erasePerson, exportMs, getExpiry, getHeldData, type RightsDeps } from './people-rights.ts';

/** What people can ask for: a copy of their data, its deletion, and that it is not kept longer than needed. */
export function peopleRightsRoutes(admin: AdminEndpoints, deps: RightsDeps): void {
  admin.serve(ExportPerson, ({ body }, operator) => getHeldData(deps, operator, body), exportMs);
  admin.serveWrite(
    ErasePerson,
    ({ body }, operator) => erasePerson(deps, operator, body),
    (erasure) => completeErasure(deps, erasure),
  );
  admin.serve(GetExpiry, () => getExpiry(deps), exportMs);
}
