import type { Company, SupportedCountry } from '@orgdex/contract';
import type { Overlay } from '../profiles/company-document.ts';
import { fetchDocuments, type Wanted } from './fetching.ts';
import type { Reading } from './reading.ts';

interface StoredCompany {
  redirect?: string;
  profile?: { body?: Partial<Company>; regions?: Record<string, Overlay> };
}

/** A company under the id that survives. */
export interface FoundCompany<T> {
  readonly id: string;
  readonly company: T;
}

// A redirect names the survivor; the survivor itself may be merged away before that is published.
const mostRedirects = 4;

const idShape = /^[A-Za-z0-9_-]{1,32}$/;

async function follow(reading: Reading, asked: string, fields: readonly string[]) {
  let id = asked;
  for (let step = 0; step <= mostRedirects && idShape.test(id); step++) {
    const [found] = await fetchDocuments(reading, [
      { index: reading.indices.company, id, fields: ['redirect', ...fields] },
    ]);
    const stored = found as StoredCompany | undefined;
    if (!stored?.redirect) return stored?.profile && { id, profile: stored.profile };
    id = stored.redirect;
  }
  return undefined;
}

/** The profile as it is served to a country; undefined where no company has the id. */
export async function readCompany(
  reading: Reading,
  { id, country }: { id: string; country: SupportedCountry },
): Promise<FoundCompany<Company> | undefined> {
  const found = await follow(reading, id, ['profile.body', `profile.regions.${country}`]);
  if (!found) return undefined;
  return { id: found.id, company: layOver(found.profile.body as Company, found.profile.regions?.[country]) };
}

/** Only the name; undefined where no company has the id. */
export async function readCompanyName(reading: Reading, id: string): Promise<FoundCompany<string | null> | undefined> {
  const found = await follow(reading, id, ['profile.body.name']);
  return found && { id: found.id, company: found.profile.body?.name ?? null };
}

/** The base with a country's values laid over it; codes one by one, everything else whole. */
export function layOver(base: Company, overlay: Overlay | undefined): Company {
  if (!overlay) return base;
  const { industry_codes, ...rest } = overlay;
  return { ...base, ...rest, industry_codes: { ...base.industry_codes, ...industry_codes } };
}

/** Whom each identifier finds, in the order asked. */
export async function findCompanies(reading: Reading, identifiers: readonly string[]): Promise<(string | undefined)[]> {
  const wanted = identifiers.map((id): Wanted => ({ index: reading.indices.identifier, id, fields: ['company'] }));
  const found = await fetchDocuments(reading, wanted);
  return found.map((document) => (document as { company?: string } | undefined)?.company);
}
