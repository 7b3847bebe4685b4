import type { IdentifierScheme } from '@orgdex/contract';
import { isSharedHost, parseFqdn, parseWebsite } from '../../rules/identifiers/domain.ts';
import { parseIdentifier, whyNot } from '../../rules/identifiers/identifier.ts';
import type { TableFields } from './read-fields.ts';

/** The canonical identifier of a field, or undefined and a note. */
export function readIdentifier(
  input: TableFields,
  scheme: IdentifierScheme,
  field: string = scheme,
): string | undefined {
  const text = input.get(field);
  return text === undefined ? undefined : (parseIdentifier(scheme, text) ?? input.note(field, whyNot(scheme, text)));
}

/** Whether the website is the home page of its host: below it, several companies may have pages. */
export const isFrontPage = (website: string | undefined): boolean => parseWebsite(website ?? '')?.root ?? false;

/** The domain of the company, from a domain column, which may contain a URL, or from its website. */
export function readFqdn(input: TableFields, fields: { fqdn: string; website: string }): string | undefined {
  const text = input.get(fields.fqdn);
  const given = text === undefined ? undefined : (parseFqdn(text) ?? parseWebsite(text)?.host);
  if (text !== undefined && !given) input.note(fields.fqdn, 'not a domain name');
  const host = given ?? parseWebsite(input.get(fields.website) ?? '')?.host;
  if (host === undefined || !isSharedHost(host)) return host;
  return input.note(given ? fields.fqdn : fields.website, 'a shared host does not identify a company');
}
