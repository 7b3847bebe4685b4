import type { ApiKey, KeyTerms } from '@orgdex/contract';
import { invalidField } from '../failure.ts';
import { parseAddress } from '../rules/addresses.ts';

/** What a key may do, whole and checked. */
export type ParsedTerms = Pick<ApiKey, 'mode' | 'label' | 'scopes' | 'countries' | 'addresses' | 'expires_at'>;

function parseAddresses(addresses: readonly string[] | null): string[] | null {
  if (!addresses) return null;
  return addresses.map((text) => {
    const address = parseAddress(text);
    if (address) return address;
    throw invalidField('addresses', `${text} is no IP address and no network; write 203.0.113.7 or 10.0.0.0/8`);
  });
}

/** A moment that is still to come. */
function parseExpiry(text: string | null): string | null {
  if (text === null) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw invalidField('expires_at', 'it is no moment; write 2027-01-31T00:00:00Z');
  if (moment.getTime() <= Date.now()) throw invalidField('expires_at', 'that is over; name a moment to come');
  return moment.toISOString();
}

export function parseTerms(terms: Omit<KeyTerms, 'account'>): ParsedTerms {
  const { scopes, mode = 'live', label = null, countries = null, addresses = null, expires_at = null } = terms;
  if (label !== null && /\p{C}/u.test(label)) throw invalidField('label', 'it holds a letter that cannot be shown');
  if (mode === 'test' && scopes.includes('admin')) {
    throw invalidField('scopes', 'a test key asks an invented world and cannot administer this one; issue a live key');
  }
  return {
    ...{ scopes, mode, label, countries },
    addresses: parseAddresses(addresses),
    expires_at: parseExpiry(expires_at),
  };
}
