export type { ApiRequest, Reply } from './attempt.ts';
export { Orgdex } from './client.ts';
export type { CompaniesResource } from './companies.ts';
export type { CompanyResource } from './company.ts';
export type { CachedCompany, CompanyCache, CompanyLookup } from './company-lookup.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  type ErrorCode,
  NotFoundError,
  OrgdexError,
  PermissionError,
  QuotaExhaustedError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './errors.ts';
export type { Admin } from './generated/admin.ts';
export type * from './generated/types.ts';
export type { MatchedRow, MatchManyOptions } from './match-many.ts';
export type { ClientOptions, RequestOptions, ResponseFacts } from './options.ts';
export type { Paged } from './paged.ts';
export type { PeoplePage, PeopleResource } from './people.ts';
export type { UsageResource } from './usage.ts';
