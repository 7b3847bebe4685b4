import { type ApiKey, type KeyTerms, reconcileScope } from '@orgdex/contract';
import { invalidField } from '../../core/errors/failure.ts';
import { parseAddress } from '../../core/ip-addresses.ts';
import { quote } from '../../core/output/escape.ts';
import { isForUrls } from './key-form.ts';

/** The complete, validated terms of a key. */
export type ParsedTerms = Pick<
  ApiKey,
  'mode' | 'label' | 'scopes' | 'countries' | 'addresses' | 'expires_at' | 'records_people'
>;

function parseAddresses(addresses: readonly string[] | null): string[] | null {
  if (!addresses) return null;
  return addresses.map((text) => {
    const address = parseAddress(text);
    if (address) return address;
    throw invalidField(
      'addresses',
      `must contain IP addresses or networks, such as 203.0.113.7 or 10.0.0.0/8; got ${quote(text)}.`,
    );
  });
}

/** A timestamp in the future. */
function parseExpiry(text: string | null): string | null {
  if (text === null) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw invalidField('expires_at', `must be a timestamp such as 2027-01-31T00:00:00Z; got ${quote(text)}.`);
  if (moment.getTime() <= Date.now()) throw invalidField('expires_at', 'must be in the future.');
  return moment.toISOString();
}

export function parseTerms(terms: Omit<KeyTerms, 'account'>): ParsedTerms {
  const { scopes, mode = 'live', label = null, countries = null, addresses = null, expires_at = null } = terms;
  const { records_people = false } = terms;
  if (label !== null && /\p{C}/u.test(label)) throw invalidField('label', 'must not contain control characters.');
  if (mode === 'test' && scopes.includes('admin')) {
    throw invalidField('scopes', 'must not include admin for a test key. Create a live key instead.');
  }
  if (isForUrls(scopes) && scopes.length > 1) {
    throw invalidField('scopes', `must contain ${reconcileScope} alone: OpenRefine sends such a key in URLs.`);
  }
  return {
    scopes, mode, label, countries, records_people,
    addresses: parseAddresses(addresses),
    expires_at: parseExpiry(expires_at),
  };
}
