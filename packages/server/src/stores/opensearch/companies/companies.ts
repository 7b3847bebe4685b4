import type { SupportedCountry } from '@orgdex/contract';
import type { ServedCompany, ServedResponse } from '../../../knowledge/profiles/prepared-responses.ts';
import type { Statement } from '../../../knowledge/profiles/statements.ts';
import type { IdentifierDocument } from '../documents.ts';
import type { Reading } from '../index-reader.ts';

interface StoredCompany {
  redirect?: string;
  served?: ServedCompany;
}

/** A company under the id that survives, as it is served. */
export interface FoundCompany {
  readonly id: string;
  readonly answer: ServedResponse;
}

// A redirect names the survivor; the survivor itself may be merged away before that is published.
const mostRedirects = 4;

const idShape = /^[A-Za-z0-9_-]{1,32}$/;

/** What is read under an id, or under the one that survived it; undefined where there is none. */
export async function followRedirect<T>(
  requested: string,
  read: (id: string) => Promise<{ redirect: string } | { found: T | undefined }>,
): Promise<T | undefined> {
  let id = requested;
  for (let step = 0; step <= mostRedirects && idShape.test(id); step++) {
    const there = await read(id);
    if ('found' in there) return there.found;
    id = there.redirect;
  }
  return undefined;
}

/** The response about a company for a country; undefined where no company has the id. */
export const readCompany = (
  reading: Reading,
  { id: requested, country }: { id: string; country: SupportedCountry },
): Promise<FoundCompany | undefined> =>
  followRedirect(requested, async (id) => {
    const stored = (await reading.recall('company', id)) as StoredCompany | undefined;
    if (stored?.redirect) return { redirect: stored.redirect };
    return { found: stored?.served && { id, answer: answerFor(country, stored.served) } };
  });

const answerFor = (country: SupportedCountry, { base, regions }: ServedCompany): ServedResponse =>
  regions?.[country] ?? base;

/** The company that each identifier finds, in the order of the identifiers; undefined where it finds none. */
export async function findCompanies(
  reading: Reading,
  identifiers: readonly string[],
): Promise<(IdentifierDocument | undefined)[]> {
  const found = await Promise.all(identifiers.map((id) => reading.recall('identifier', id)));
  return found as (IdentifierDocument | undefined)[];
}

/** A record without its key, which may be a secret of the operator. The records are in the order of their keys. */
export type PublishedRecord = Omit<Statement, 'key'> & {
  /** What links it to the company; null: it founded the company. */
  linkedBy: string | null;
};

/** The records of a company under the id that survives; undefined where no company has the id. */
export const readSources = (
  reading: Reading,
  requested: string,
): Promise<{ id: string; records: readonly PublishedRecord[] } | undefined> =>
  followRedirect(requested, async (id) => {
    const [company, sources] = (await Promise.all([
      reading.recall('company', id),
      reading.fetch({ index: reading.indices.sources, id }),
    ])) as [{ redirect?: string; served?: unknown } | undefined, { records: PublishedRecord[] } | undefined];
    if (company?.redirect) return { redirect: company.redirect };
    return { found: company?.served && sources ? { id, records: sources.records } : undefined };
  });
