import type { ReactNode } from 'react';

/** An address without a scheme, as many sources write it. */
const isDomain = /^(?:[\p{L}\d-]+\.)+[\p{L}]{2,}(?:\/\S*)?$/u;

/** The address, if it is one that a browser may open: imported data can hold any text. */
export function safeUrl(text: string): string | undefined {
  try {
    const url = new URL(isDomain.test(text) ? `https://${text}` : text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** A link to another site, or plain text if the address is not a web address. */
export function ExternalLink({ url, children }: { url: string; children?: ReactNode }) {
  const address = safeUrl(url);
  if (address === undefined) return <span className="break-words">{children ?? url}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener" className="link break-words">
      {children ?? url}
    </a>
  );
}
