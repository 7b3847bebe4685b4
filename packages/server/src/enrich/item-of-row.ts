import type { CompanyRecord, MatchItem } from '@orgdex/contract';
import { cityOf } from '../rules/places/city.ts';
import type { TextRow } from '../sources/formats/json-row.ts';
import { Reject } from '../sources/row-outcome.ts';
import type { Mapping } from '../sources/tables/map-columns.ts';
import { toCompany } from '../sources/tables/to-company.ts';

/** Stands in for the name of a row without one: an import needs a name, a match does not. */
const nameless = 'a row without a name';
const nameColumn = '\u0000name';

/** The row and its mapping, with a name in any case. */
function withName(row: TextRow, mapping: Mapping): { row: TextRow; mapping: Mapping } {
  const [column = nameColumn] = mapping.byField.name ?? [];
  if (row[column]?.trim()) return { row, mapping };
  return {
    row: { ...row, [column]: nameless },
    mapping: { ...mapping, byField: { ...mapping.byField, name: [column] } },
  };
}

const itemNumbers = ['abn', 'acn', 'nzbn', 'uen', 'lei', 'duns'] as const;

const present = (fields: Record<string, unknown>): MatchItem =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as MatchItem;

function toItem(record: CompanyRecord): MatchItem {
  const { identifiers = {}, hq_location: location, states = [] } = record;
  const country = record.hq_country ?? record.country;
  return present({
    name: record.name === nameless ? undefined : record.name,
    fqdn: identifiers.fqdn,
    website: identifiers.fqdn ? undefined : record.website,
    email: identifiers.fqdn || record.website ? undefined : record.emails?.[0],
    ...Object.fromEntries(itemNumbers.map((scheme) => [scheme, identifiers[scheme]])),
    ln_slug: identifiers.network,
    country,
    region: states[0],
    city: location === undefined ? undefined : cityOf(country, location),
    phone: record.phones?.[0],
    employee_count: record.employee_count,
    year_founded: record.year_founded,
  });
}

/** What a row of a table says of a company, or why it says nothing. Columns are recognized as by an import. */
export function itemOfRow(text: TextRow, mapping: Mapping, country: string | undefined): MatchItem | Reject {
  const named = withName(text, mapping);
  const mapped = toCompany(named.row, named.mapping, { country, hashKey: (key) => key });
  return mapped instanceof Reject ? mapped : toItem(mapped.record);
}
