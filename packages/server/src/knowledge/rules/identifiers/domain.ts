import { domainToASCII, domainToUnicode } from 'node:url';
import { getDomain, parse } from 'tldts';
import { sharedHosts, soldSuffixes } from './shared-hosts.ts';

/** A host name under a public suffix: lower-case ASCII (punycode), without `www.` and without a final dot. */
export type Fqdn = string & { readonly brand: 'fqdn' };

const longestHost = 253;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** `www.` says nothing about the owner, except in `www.com`. */
function withoutWww(host: string): string {
  const rest = host.replace(/^www\./, '');
  return rest !== host && getDomain(rest) ? withoutWww(rest) : host;
}

// An `xn--` label that cannot be decoded stays unchanged in the Unicode form.
const isHost = (host: string): boolean =>
  host.length <= longestHost &&
  host.split('.').every((part) => label.test(part)) &&
  !domainToUnicode(host).includes('xn--');

/** @example parseFqdn('WWW.Münchner-Präzision.com') // 'xn--mnchner-przision-4nb63b.com' */
export function parseFqdn(text: string): Fqdn | undefined {
  const name = text.trim();
  // The converter stops at a slash and decodes percent signs instead of rejecting them.
  if (/[\s/\\?#@:%]/u.test(name)) return undefined;
  const host = domainToASCII(name).replace(/\.$/, '');
  if (!isHost(host)) return undefined;
  const { domain, isIcann, isIp } = parse(host);
  return domain && isIcann && !isIp ? (withoutWww(host) as Fqdn) : undefined;
}

/** The host of a web address, and whether the address is the host's front page. */
export type Website = { host: Fqdn; root: boolean };

/** @example parseWebsite('https://www.kestrelvane.com.au/contact') // { host: 'kestrelvane.com.au', root: false } */
export function parseWebsite(text: string): Website | undefined {
  const url = parseHttpUrl(text);
  const host = url && parseFqdn(url.hostname);
  return host && { host, root: url.pathname === '/' && url.search === '' };
}

/** As people read it: `münchner-präzision.com`. */
export const toUnicodeFqdn = (fqdn: Fqdn): string => domainToUnicode(fqdn);

/** The host and each of its parents down to the registrable domain, nearest first. */
export function parentsOf(fqdn: Fqdn): Fqdn[] {
  const labels = fqdn.split('.');
  const registrable = (getDomain(fqdn) ?? fqdn).split('.').length;
  return labels.slice(0, labels.length - registrable + 1).map((_, i) => labels.slice(i).join('.') as Fqdn);
}

const shared = new Set(sharedHosts);
const sold = new Set(soldSuffixes);

function isListed(fqdn: Fqdn): boolean {
  const { domainWithoutSuffix } = parse(fqdn);
  return shared.has(`${domainWithoutSuffix}.*`) || parentsOf(fqdn).some((host) => shared.has(host));
}

/** The private section of the public suffix list names the platforms that give subdomains to customers. */
function isPlatform(fqdn: Fqdn): boolean {
  const { isPrivate, publicSuffix } = parse(fqdn, { allowPrivateDomains: true });
  return isPrivate === true && (publicSuffix === fqdn || !sold.has(publicSuffix ?? ''));
}

/** Whether the host is a platform, or a page or shop on one: it identifies no company. */
export const isSharedHost = (fqdn: Fqdn): boolean => isListed(fqdn) || isPlatform(fqdn);

/**
 * A URL as people write it, with or without its scheme. Nothing is fetched or resolved.
 *
 * @example parseHttpUrl('kestrelvane.com.au/contact')?.pathname // '/contact'
 */
export function parseHttpUrl(text: string): URL | undefined {
  const address = text.trim().replace(/^\/\//, 'http://');
  // The URL parser removes tabs and line breaks, which would join the text around them.
  if (/\p{Cc}/u.test(address)) return undefined;
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `http://${address}`);
  // Without this check `mailto:someone@example.com` would be the host example.com with a password.
  return url && !url.username && !url.password ? url : undefined;
}
