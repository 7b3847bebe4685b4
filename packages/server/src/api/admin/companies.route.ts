import { ExplainCompany, JoinCompanies, SplitCompany } from '@orgdex/contract';
import type { AdminEndpoints } from '../http/admin-endpoint.ts';
import { type CompanyDeps, explain, join, split } from './companies.ts';

/** The records of a company, and decisions about them. */
export function companiesRoutes(admin: AdminEndpoints, deps: CompanyDeps): void {
  admin.serve(ExplainCompany, ({ params, query }) => explain(deps, params.id, query));
  admin.serveWrite(JoinCompanies, ({ body }, operator) => join(deps, operator, body));
  admin.serveWrite(SplitCompany, ({ params, body }, operator) => split(deps, operator, { ...body, id: params.id }));
}
