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
