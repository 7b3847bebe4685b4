import type { SupportedCountry } from '@orgdex/contract';
import type { ServedCompany } from '../profiles/served.ts';
import type { Reading } from './reading.ts';

interface StoredCompany {
  hash?: string;
  redirect?: string;
  served?: ServedCompany;
}

/** A company under the id that survives, as it is served. */
export interface FoundCompany {
  readonly id: string;
  /** The whole answer. */
  readonly json: string;
  /** Names the answer: another answer, another tag. */
  readonly tag: string;
}

// A redirect names the survivor; the survivor itself may be merged away before that is published.
export const mostRedirects = 4;

export const idShape = /^[A-Za-z0-9_-]{1,32}$/;

/** The answer about a company for a country; undefined where no company has the id. */
export async function readCompany(
  reading: Reading,
  { id: asked, country }: { id: string; country: SupportedCountry },
): Promise<FoundCompany | undefined> {
  let id = asked;
  for (let step = 0; step <= mostRedirects && idShape.test(id); step++) {
    const stored = (await reading.recall('company', id)) as StoredCompany | undefined;
    if (!stored?.redirect) return stored?.served && { id, ...answerFor(country, stored.served, stored.hash) };
    id = stored.redirect;
  }
  return undefined;
}

function answerFor(country: SupportedCountry, { body, regions }: ServedCompany, hash = '') {
  const own = regions?.[country];
  return own === undefined ? { json: body, tag: hash } : { json: own, tag: `${hash}-${country}` };
}

/** Whom each identifier finds, in the order asked. */
export async function findCompanies(reading: Reading, identifiers: readonly string[]): Promise<(string | undefined)[]> {
  const found = await Promise.all(identifiers.map((id) => reading.recall('identifier', id)));
  return found.map((document) => (document as { company?: string } | undefined)?.company);
}
