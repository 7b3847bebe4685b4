import { type CompanyIdentifier, type CompanyQuestion, companyIdentifiers } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { unknownIdMessage } from '../../knowledge/rules/identifiers/company-id.ts';
import { type FoundCompany, findCompanies, readCompany } from '../../stores/opensearch/companies/companies.ts';
import type { IdentifierDocument } from '../../stores/opensearch/documents.ts';
import type { ReadDeps, Reading } from '../../stores/opensearch/index-reader.ts';
import { type Pointer, parseLookup } from './lookup-request.ts';

export interface LookUpCompanyDeps extends ReadDeps {
  /** What callers of this dataset should know when a company is not found. */
  readonly notFoundHint?: string;
}

export interface FoundProfile {
  readonly company: FoundCompany;
  readonly matchedBy: CompanyIdentifier;
  /** Parameters that point to another company. */
  readonly conflicts: readonly CompanyIdentifier[];
  /** The surviving id, when the requested one was merged away. */
  readonly canonicalId: string | undefined;
  /** How many companies claim the identifier that decided. */
  readonly claimants: number;
}

/** The company that each parameter points to; undefined: to none. All are read at once. */
async function resolve(reading: Reading, pointers: readonly Pointer[]): Promise<(IdentifierDocument | undefined)[]> {
  const found = await findCompanies(
    reading,
    pointers.flatMap(({ identifiers }) => identifiers),
  );
  let next = 0;
  return pointers.map(({ id, identifiers }) => {
    const own = found.slice(next, next + identifiers.length);
    next += identifiers.length;
    return id === undefined ? own.find((target) => target !== undefined) : { company: id };
  });
}

function notFound({ param, id, miss }: Pointer, hint: string | undefined): Failure {
  const message = id === undefined ? [miss, ...(hint ? [hint] : [])].join(' ') : unknownIdMessage({ id, hint });
  return new Failure('company_not_found', { param, message });
}

/** The id that a company's identifiers point to; undefined: to none. */
export async function resolveCompanyId(
  reading: Reading,
  identifiers: Partial<Record<CompanyIdentifier, string | null | undefined>>,
): Promise<string | undefined> {
  const sent = companyIdentifiers.flatMap((name) => (identifiers[name] ? [[name, identifiers[name]] as const] : []));
  const [target] = await resolve(reading, parseLookup(Object.fromEntries(sent)).pointers);
  return target?.company;
}

/** The one company that the first parameter names; the others only have to agree. */
export async function lookUpCompany(deps: LookUpCompanyDeps, query: CompanyQuestion): Promise<FoundProfile> {
  const { pointers, country } = parseLookup(query);
  const reading = deps.reader.startReading(deps.generation());
  const [target, ...others] = await resolve(reading, pointers);
  const matchedBy = pointers[0].param;
  const requested = target?.company;
  const found = requested === undefined ? undefined : await readCompany(reading, { id: requested, country });
  if (!found) throw notFound(pointers[0], deps.notFoundHint);
  const conflicts = pointers.slice(1).filter((_, i) => ![undefined, requested, found.id].includes(others[i]?.company));
  return {
    company: found,
    matchedBy,
    conflicts: conflicts.map(({ param }) => param),
    canonicalId: found.id === requested ? undefined : found.id,
    claimants: target?.claimants ?? 1,
  };
}
