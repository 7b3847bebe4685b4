import { rosterDocumentId } from '../../../knowledge/rules/identifiers/document-ids.ts';
import { followRedirect } from '../companies/companies.ts';
import type { Roster } from '../documents.ts';
import { unavailable } from '../errors.ts';
import type { Reading } from '../index-reader.ts';

interface NamedCompany {
  redirect?: string;
  /** It has, or had, people: then there is a roster. */
  rostered?: boolean;
  served?: { name: string | null; base: { text: string } };
}

interface StoredRoster {
  redirect?: string;
  roster?: Roster;
}

/** A company under the id that survives, with its people. */
export interface RosteredCompany {
  readonly id: string;
  readonly name: string | null;
  /** The profile as it is served, as JSON. */
  readonly profile: string;
  readonly roster: Roster;
}

const recallCompany = async (reading: Reading, id: string) =>
  (await reading.recall('company', id)) as NamedCompany | undefined;

const fetchRoster = (reading: Reading, id: string) =>
  reading.fetch({ index: reading.indices.company, id: rosterDocumentId(id), routing: id }) as Promise<
    StoredRoster | undefined
  >;

/** A roster is published before the company that refers to it, so one that is missing is a fault, not an empty list. */
function rosterOf({ rostered }: NamedCompany, stored: StoredRoster | undefined): Roster {
  if (!rostered) return { people: [] };
  if (stored?.roster) return stored.roster;
  throw unavailable(new Error('The roster of a company is missing'));
}

async function fetchBoth(reading: Reading, id: string) {
  const [company, roster] = await Promise.all([recallCompany(reading, id), fetchRoster(reading, id)]);
  // The roster may have been read a moment before the company, and both published in between.
  return { company, roster: company?.rostered && !roster ? await fetchRoster(reading, id) : roster };
}

/** The company's name and people; undefined where no company has the id. */
export const readRoster = (reading: Reading, requested: string): Promise<RosteredCompany | undefined> =>
  followRedirect(requested, async (id) => {
    const { company, roster } = await fetchBoth(reading, id);
    const redirect = company && (company.redirect ?? roster?.redirect);
    if (redirect !== undefined) return { redirect };
    if (!company?.served) return { found: undefined };
    const { name, base } = company.served;
    return { found: { id, name, profile: base.text, roster: rosterOf(company, roster) } };
  });
