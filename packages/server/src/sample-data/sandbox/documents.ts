import { createHash } from 'node:crypto';
import type { CompanyRecord } from '@orgdex/contract';
import { sourceClasses } from '../../knowledge/profiles/precedence.ts';
import { flagBit } from '../../knowledge/rules/contacts/channel-flags.ts';
import { publishedSchemes } from '../../knowledge/rules/identifiers/claims.ts';
import { builtInRates } from '../../knowledge/rules/money/exchange-rates.ts';
import { rulesHash } from '../../knowledge/rules/rules-hash.ts';
import { ownersOf } from '../../pipeline/identity/identifier-owners.ts';
import { toCompanyRow } from '../../pipeline/imports/stage/company-row.ts';
import { companyWrites, identifierWrite, personWrite, rosterWrite } from '../../pipeline/publish/to-documents.ts';
import type { Write } from '../../stores/opensearch/bulk.ts';
import type { GenerationIndices } from '../../stores/opensearch/documents.ts';
import { mappingHash } from '../../stores/opensearch/mapping.ts';
import type { SandboxCompany, SandboxPerson } from './company.ts';
import { sandboxCompanies } from './dataset.ts';
import { sandboxIndices } from './indices.ts';

type CompanyRow = Parameters<typeof companyWrites>[1];
type PersonRow = Parameters<typeof personWrite>[1];

/** Fixed, so that test keys use both ways to find people: a roster and, for `sandbox-crowd`, a search. */
const rosterPeople = 200;

/** The day on which the synthetic source observed everything. */
const observed = '2026-01-01';

/** A record as the database stores it. */
function toDatabase(record: CompanyRecord) {
  const row = toCompanyRow(record);
  if ('reason' in row) throw new Error(`The sandbox's record ${record.key} is rejected: ${row.reason}`);
  const { key, country, claims } = row;
  const stated = { source: 'sandbox', ...sourceClasses.own, key, country, observed, content: JSON.parse(row.content) };
  return { stated, claims };
}

const toRow = ({ id, mergedInto, records, people }: SandboxCompany, version: number): CompanyRow => ({
  id,
  version,
  redirect_to: mergedInto ?? null,
  rostered: people.length > 0,
  changed_at: new Date(observed),
  records: records.map((record, at) => ({ ...toDatabase(record).stated, linkedBy: at === 0 ? null : 'abn:' })),
});

const toPersonRow = (company: string, person: SandboxPerson, version: number): PersonRow => ({
  ...person,
  company_id: company,
  person_id: person.id,
  levels: null,
  departments: null,
  flags: person.flags.reduce((bits, flag) => bits | flagBit(flag), 0),
  removed: false,
  version,
});

function toRosterWrites(indices: GenerationIndices, { id, people }: SandboxCompany, version: number): Write[] {
  if (people.length === 0) return [];
  const rows = people.map((person) => toPersonRow(id, person, version));
  return [rosterWrite(indices, { id, company_id: id, version, redirect_to: null, people: rows }, rosterPeople)];
}

const isPublished = (claim: string): boolean => publishedSchemes.some((scheme) => claim.startsWith(`${scheme}:`));

/** The identifiers of all companies. The winner and the number of claimants are computed as for real records. */
function identifierWrites(indices: GenerationIndices, version: number): Write[] {
  const claimants = sandboxCompanies.flatMap(({ id, records }) =>
    records.map((record) => {
      const { stated, claims } = toDatabase(record);
      const { source, identityPrecedence: precedence, key } = stated;
      return { id, record: { source, precedence, key, removed: false, claims: claims.filter(isPublished) } };
    }),
  );
  const found = ownersOf(
    claimants.map(({ record }) => record),
    claimants.map(({ id }) => id),
  );
  return [...found].map(([id, { company, claimants }]) =>
    identifierWrite(indices, { id, company_id: company, claimants, version }),
  );
}

/** All documents of the sandbox, built in the same way as those of real records. */
export function sandboxWrites(indices: GenerationIndices, version = 1): Write[] {
  const writes = sandboxCompanies.flatMap((company) => [
    ...companyWrites(indices, toRow(company, version), builtInRates).filter(({ source }) => source),
    ...toRosterWrites(indices, company, version),
    ...company.people.map((person) => personWrite(indices, toPersonRow(company.id, person, version))),
  ]);
  return [...writes, ...identifierWrites(indices, version)];
}

/** A hash of the documents, the mappings and the rules, which identifies a version of the sandbox. */
export function sandboxHash(): string {
  const writes = sandboxWrites(sandboxIndices('', ''));
  const facts = JSON.stringify([writes, mappingHash(), rulesHash(builtInRates)]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 12);
}
