import { parseHttpUrl } from './domain.ts';

/** A company's slug: its name in the URL of its page on LinkedIn. */
export type CompanySlug = string & { readonly brand: 'network' };
/** A person's slug: the name in the URL of a profile on LinkedIn. */
export type PersonSlug = string & { readonly brand: 'person-network' };

const networkHost = /^(?:[a-z0-9-]+\.)*linkedin\.com$/;
const companyPath = /^\/(?:company|school|showcase)\/([^/]+)/i;
const personPath = /^\/(?:in|pub)\/([^/]+)/i;
// The network allows a few special characters in slugs: h&m, mcdonald's-corporation.
const slugShape = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}._~'’&+!,()®™–-]{1,100}$/u;

function parseSlug(text: string): string | undefined {
  const decoded = decode(text.trim());
  const slug = decoded?.normalize('NFC').toLowerCase().normalize('NFC');
  return slug && slugShape.test(slug) ? slug : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function slugInUrl(text: string, path: RegExp): string | undefined {
  const url = parseHttpUrl(text);
  if (!url || !networkHost.test(url.hostname)) return undefined;
  const slug = path.exec(url.pathname)?.[1];
  return slug && parseSlug(slug);
}

/** @example parseCompanySlug('Kestrel-Vane') // 'kestrel-vane' */
export const parseCompanySlug = (text: string): CompanySlug | undefined => parseSlug(text) as CompanySlug | undefined;

/** @example parseCompanyUrl('https://au.linkedin.com/company/kestrel-vane/?trk=x') // 'kestrel-vane' */
export const parseCompanyUrl = (text: string): CompanySlug | undefined =>
  slugInUrl(text, companyPath) as CompanySlug | undefined;

/** A slug or a profile URL. */
export const parsePersonSlug = (text: string): PersonSlug | undefined =>
  (parseSlug(text) ?? slugInUrl(text, personPath)) as PersonSlug | undefined;

/** A company's page, given as its slug or its URL. */
export const parseCompanyName = (text: string): CompanySlug | undefined =>
  parseCompanySlug(text) ?? parseCompanyUrl(text);
