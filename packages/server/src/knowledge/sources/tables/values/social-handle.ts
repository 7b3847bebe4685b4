import { parseHttpUrl } from '../../../rules/identifiers/domain.ts';

/** The hosts of each platform, and the path segments that may precede the handle in its URLs. */
const platforms = {
  twitter: { host: /(^|\.)(twitter|x)\.com$/, before: /^$/ },
  facebook: { host: /(^|\.)(facebook|fb)\.com$/, before: /^(pages|pg)\/$/ },
  youtube: { host: /(^|\.)youtube\.com$/, before: /^(c|user|channel)\/$/ },
  instagram: { host: /(^|\.)instagram\.com$/, before: /^$/ },
} as const;

export type Platform = keyof typeof platforms;
export const socialPlatforms = Object.keys(platforms) as readonly Platform[];

const handle = /^@?([\p{L}\p{N}_.-]{1,100})$/u;

/** @example parseHandle('twitter', 'https://twitter.com/kestrelvane?s=20') // 'kestrelvane' */
export function parseHandle(platform: Platform, text: string): string | undefined {
  const { host, before } = platforms[platform];
  const url = text.includes('/') ? parseHttpUrl(text) : undefined;
  if (!url) return handle.exec(text)?.[1];
  if (!host.test(url.hostname)) return undefined;
  const [first = '', second = ''] = url.pathname.slice(1).split('/');
  return handle.exec(before.test(`${first}/`) ? second : first)?.[1];
}
