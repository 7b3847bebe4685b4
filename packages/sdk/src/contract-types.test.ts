import type * as contract from '@orgdex/contract';
import { endpoints } from '@orgdex/contract';
import { expect, expectTypeOf, test } from 'vitest';
import { adminRoutes } from './generated/admin.ts';
import type * as sdk from './index.ts';

test('a response of the contract is one of the SDK, and the other way round', () => {
  expectTypeOf<contract.Company>().toExtend<sdk.Company>();
  expectTypeOf<sdk.Company>().toExtend<contract.Company>();
  expectTypeOf<contract.FoundCompanies>().toExtend<sdk.FoundCompanies>();
  expectTypeOf<sdk.FoundCompanies>().toExtend<contract.FoundCompanies>();
  expectTypeOf<contract.MatchedCompanies>().toExtend<sdk.MatchedCompanies>();
  expectTypeOf<sdk.MatchedCompanies>().toExtend<contract.MatchedCompanies>();
  expectTypeOf<contract.CompanyPeople>().toExtend<sdk.CompanyPeople>();
  expectTypeOf<sdk.CompanyPeople>().toExtend<contract.CompanyPeople>();
  expectTypeOf<contract.PersonMatch>().toEqualTypeOf<sdk.PersonMatch>();
  expectTypeOf<sdk.Usage>().toExtend<contract.Usage>();
  expectTypeOf<sdk.ServiceStatus>().toExtend<contract.ServiceStatus>();
  expectTypeOf<contract.ProblemCode>().toEqualTypeOf<sdk.ProblemCode>();
});

test('a request of the contract can be sent by the SDK', () => {
  expectTypeOf<contract.MatchQuestion>().toExtend<sdk.MatchQuestion>();
  expectTypeOf<contract.PeopleQuestion>().toExtend<sdk.PeopleSearchRequest>();
  expectTypeOf<contract.CompanyPeopleQuestion>().toExtend<sdk.CompanyPeopleQuestion>();
});

test('every operation of the operator has a method', () => {
  const admin = endpoints.filter(({ url }) => url.startsWith('/admin/'));
  expect(Object.keys(adminRoutes).sort()).toEqual(admin.map(({ id }) => id).sort());
});
