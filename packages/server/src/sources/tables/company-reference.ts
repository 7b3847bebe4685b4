import { longestKey, type PersonRecord } from '@orgdex/contract';
import { strongSchemes } from '../../rules/identifiers/identifier.ts';
import { readFqdn, readIdentifier } from './identifiers.ts';
import type { TableFields } from './read-fields.ts';

/** How the row names the person's company: by a register's number, their key, and then what several could share. */
export function companyOf(said: TableFields): PersonRecord['company'] {
  for (const scheme of strongSchemes) {
    const value = readIdentifier(said, scheme, `company.${scheme}`);
    if (value !== undefined) return { [scheme]: value };
  }
  const key = said.get('company.key');
  // An address there is a person's, in the wrong column, and would be kept.
  if (key?.includes('@')) said.note('company.key', 'an e-mail address does not identify a company');
  else if (key !== undefined && key.length <= longestKey) return { key };
  const network = readIdentifier(said, 'network', 'company.network');
  if (network !== undefined) return { network };
  const fqdn = readFqdn(said, { fqdn: 'company.fqdn', website: 'company.website' });
  if (fqdn !== undefined) return { fqdn };
  const duns = readIdentifier(said, 'duns', 'company.duns');
  return duns === undefined ? undefined : { duns };
}
