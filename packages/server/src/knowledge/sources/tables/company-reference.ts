import { longestKey, type PersonRecord } from '@orgdex/contract';
import { strongSchemes } from '../../rules/identifiers/identifier.ts';
import { readFqdn, readIdentifier } from './identifiers.ts';
import type { TableFields } from './read-fields.ts';

/**
 * How the row identifies the company of the person: by register number, then by key, then by identifiers that companies
 * may share.
 */
export function companyOf(input: TableFields): PersonRecord['company'] {
  for (const scheme of strongSchemes) {
    const value = readIdentifier(input, scheme, `company.${scheme}`);
    if (value !== undefined) return { [scheme]: value };
  }
  const key = input.get('company.key');
  // An email address here is that of a person, in the wrong column, and would be stored.
  if (key?.includes('@')) input.note('company.key', 'an email address does not identify a company');
  else if (key !== undefined && key.length <= longestKey) return { key };
  const network = readIdentifier(input, 'network', 'company.network');
  if (network !== undefined) return { network };
  const fqdn = readFqdn(input, { fqdn: 'company.fqdn', website: 'company.website' });
  if (fqdn !== undefined) return { fqdn };
  const duns = readIdentifier(input, 'duns', 'company.duns');
  return duns === undefined ? undefined : { duns };
}
