/** Maximum sizes of the parts of a request, in bytes. */
export const limits = {
  body: 64 * 1024,
  url: 8 * 1024,
  headers: 16 * 1024,
  /** More than the two above together, so that the error can say which of them is too large. */
  head: 32 * 1024,
} as const;

/** How long a client may take to send a request, from the connection or its first byte on. */
export const requestTimeoutMs = 30_000;

/** How often connections are checked for requests that take longer. */
export const checkConnectionsMs = 500;
