/**
 * A web address as people write it, with or without its scheme. Nothing is fetched or resolved.
 *
 * @example parseHttpUrl('kestrelvane.com.au/contact')?.pathname // '/contact'
 */
export function parseHttpUrl(text: string): URL | undefined {
  const address = text.trim().replace(/^\/\//, 'http://');
  // The URL parser drops tabs and line breaks, and would join what they part.
  if (/\p{Cc}/u.test(address)) return undefined;
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `http://${address}`);
  // Without this `mailto:someone@example.com` is the host example.com with a password.
  return url && !url.username && !url.password ? url : undefined;
}
