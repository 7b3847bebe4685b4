import { type CompanyRecord, type MatchItem, matchIdentifiers } from '@orgdex/contract';
import { normalizeEmail } from '../../knowledge/rules/contacts/contact-values.ts';
import { isSharedHost, parseFqdn } from '../../knowledge/rules/identifiers/domain.ts';
import { cityOf } from '../../knowledge/rules/places/city.ts';
import type { TextRow } from '../../knowledge/sources/formats/json-row.ts';
import { Reject } from '../../knowledge/sources/row-outcome.ts';
import type { Mapping } from '../../knowledge/sources/tables/map-columns.ts';
import { toCompany } from '../../knowledge/sources/tables/to-company.ts';
import { clean } from '../../knowledge/sources/tables/values/clean-cell.ts';

/** Stands in for the name of a row without one: an import needs a name, a match does not. */
const nameless = 'a row without a name';
const nameColumn = '\u0000name';

/** The row and its mapping, with a name in any case. */
function withName(row: TextRow, mapping: Mapping): { row: TextRow; mapping: Mapping } {
  const [column = nameColumn] = mapping.byField.name ?? [];
  if (clean(row[column]) !== undefined) return { row, mapping };
  return {
    row: { ...row, [column]: nameless },
    mapping: { ...mapping, byField: { ...mapping.byField, name: [column] } },
  };
}

const itemNumbers = ['abn', 'acn', 'nzbn', 'uen', 'lei', 'duns'] as const;
const longestPhone = 50;

/** The domain of the first address that is not at a mail provider. The address itself is not sent. */
function domainOf(emails: readonly string[]): string | undefined {
  const domains = emails.flatMap((email) => parseFqdn(normalizeEmail(email)?.split('@').at(-1) ?? '') ?? []);
  return domains.find((domain) => !isSharedHost(domain));
}

const present = (fields: Record<string, unknown>): MatchItem =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as MatchItem;

function toItem(record: CompanyRecord): MatchItem {
  const { identifiers = {}, hq_location: location, states = [] } = record;
  const country = record.hq_country ?? record.country;
  return present({
    name: record.name === nameless ? undefined : record.name,
    fqdn: identifiers.fqdn ?? domainOf(record.emails ?? []),
    ...Object.fromEntries(itemNumbers.map((scheme) => [scheme, identifiers[scheme]])),
    ln_slug: identifiers.network,
    country,
    region: states[0],
    city: location === undefined ? undefined : cityOf(country, location)?.slice(0, 500),
    phone: record.phones?.find((phone) => phone.length <= longestPhone),
    employee_count: record.employee_count,
    year_founded: record.year_founded,
  });
}

/** What a row of a table says of a company, or why it says nothing. Columns are recognized as by an import. */
export function itemOfRow(text: TextRow, mapping: Mapping, country: string | undefined): MatchItem | Reject {
  const named = withName(text, mapping);
  const mapped = toCompany(named.row, named.mapping, { country, hashKey: (key) => key });
  if (mapped instanceof Reject) return mapped;
  const item = toItem(mapped.record);
  const isUsable = matchIdentifiers.some((name) => item[name] !== undefined);
  return isUsable ? item : new Reject('no name, domain, email address or register number');
}
