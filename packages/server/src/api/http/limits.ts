import { maxBodyBytes } from '@orgdex/contract';

/** Maximum sizes of the parts of a request, in bytes. */
export const limits = {
  body: maxBodyBytes,
  url: 8 * 1024,
  headers: 16 * 1024,
  /** More than the two above together, so that the error can say which of them is too large. */
  head: 32 * 1024,
} as const;

/**
 * How long a client may take to send a request, from the connection or its first byte on, to read a response, and to be silent
 * between two requests.
 */
export const requestTimeoutMs = 30_000;

/** How long a proxy may be silent between two requests: longer than it keeps connections itself, which is often a minute. */
export const proxyKeepAliveMs = 72_000;

/** How often connections are checked for requests that take longer. */
export const checkConnectionsMs = 500;
