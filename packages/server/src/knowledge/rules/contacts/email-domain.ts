import { type Fqdn, isSharedHost, parentsOf, parseFqdn } from '../identifiers/domain.ts';
import { normalizeEmail } from './email.ts';

/**
 * The domain of a work email address. Undefined if many people or companies share it, as with a mail service.
 *
 * @example companyDomainOf('Avery@Sydney.KestrelVane.com.au') // 'sydney.kestrelvane.com.au'
 */
export function companyDomainOf(email: string): Fqdn | undefined {
  const address = normalizeEmail(email);
  const domain = address && parseFqdn(address.slice(address.lastIndexOf('@') + 1));
  return domain && !isSharedHost(domain) ? domain : undefined;
}

/** The domains under which the company of an email domain may be known: itself and its parents, nearest first. */
export const domainAndParents = (domain: Fqdn): Fqdn[] =>
  parentsOf(domain).filter((host) => host === domain || !isSharedHost(host));
