/** Ids of the documents in the index, as TypeScript and SQL build them and take them apart. No other file knows their form. */

const separator = ':';
const rosterSuffix = `${separator}roster`;

/** An employment's id holds the company: when a person moves, the old document is deleted under its own routing. */
export const personDocumentId = (company: string, person: string): string => `${company}${separator}${person}`;

/** The same id as an SQL expression over a table that has `company_id` and `person_id`. */
export const personDocumentIdSql = `company_id || '${separator}' || person_id`;

/** The company and the person of an employment's id; both are empty in an empty id. */
export function splitPersonDocumentId(id: string): [company: string, person: string] {
  const [company = '', person = ''] = id.split(separator);
  return [company, person];
}

/** A roster is routed by its company, so that both documents are on one shard. */
export const rosterDocumentId = (company: string): string => `${company}${rosterSuffix}`;

/** The same id as an SQL expression; `company` is the expression of the company's id. */
export const rosterDocumentIdSql = (company: string): string => `${company} || '${rosterSuffix}'`;

export const companyOfRosterDocument = (id: string): string => id.split(separator)[0] ?? '';
