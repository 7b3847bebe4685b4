import { GetStatus } from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { readServiceStatus, type StatusDeps } from './status.ts';

/** Longer than the check of a store that hangs. */
const withinMs = 8000;

export const statusRoute = (admin: AdminEndpoints, deps: StatusDeps): void =>
  admin.serve(GetStatus, () => readServiceStatus(deps), withinMs);
