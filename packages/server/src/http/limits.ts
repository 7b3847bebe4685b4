/** What a request may weigh, in bytes. */
export const limits = {
  body: 64 * 1024,
  url: 8 * 1024,
  headers: 16 * 1024,
  /** More than the two above, so that which of them is too large can be told. */
  head: 32 * 1024,
} as const;

/** How long a request may take to arrive, from the connection or the first byte on. */
export const requestTimeoutMs = 30_000;

/** How often connections are checked for requests that take longer. */
export const checkConnectionsMs = 500;
