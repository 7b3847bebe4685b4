import type { IdentifierScheme } from '@orgdex/contract';
import { isSharedHost, parseFqdn, parseWebsite } from '../../rules/identifiers/domain.ts';
import { parseIdentifier, whyNot } from '../../rules/identifiers/identifier.ts';
import type { TableFields } from './read-fields.ts';

/** The canonical identifier of a field, or nothing and a note. */
export function readIdentifier(
  said: TableFields,
  scheme: IdentifierScheme,
  field: string = scheme,
): string | undefined {
  const text = said.get(field);
  return text === undefined ? undefined : (parseIdentifier(scheme, text) ?? said.note(field, whyNot(scheme, text)));
}

/** Whether the website is the front page of its host: below it, several companies may have a page each. */
export const isFrontPage = (website: string | undefined): boolean => parseWebsite(website ?? '')?.root ?? false;

/** The company's own domain: from a domain column, which may hold a URL, or the host of its website. */
export function readFqdn(said: TableFields, fields: { fqdn: string; website: string }): string | undefined {
  const text = said.get(fields.fqdn);
  const given = text === undefined ? undefined : (parseFqdn(text) ?? parseWebsite(text)?.host);
  if (text !== undefined && !given) said.note(fields.fqdn, 'not a domain name');
  const host = given ?? parseWebsite(said.get(fields.website) ?? '')?.host;
  if (host === undefined || !isSharedHost(host)) return host;
  return said.note(given ? fields.fqdn : fields.website, 'a shared host does not identify a company');
}
