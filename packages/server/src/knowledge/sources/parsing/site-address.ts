import { parseWebsite } from '../../rules/identifiers/domain.ts';
import { parseHttpUrl } from '../../rules/identifiers/http-url.ts';

const longest = 2000;

/**
 * A company's website as a URL that can be opened.
 *
 * @example parseSiteAddress('kestrelvane.com.au/about') // 'http://kestrelvane.com.au/about'
 */
export function parseSiteAddress(text: string): string | undefined {
  const address = parseWebsite(text) && parseHttpUrl(text)?.href;
  return address && address.length <= longest ? address : undefined;
}
