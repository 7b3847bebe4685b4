/**
 * Of one attempt to read, and of everything that one request reads. The engine cancels a search before the attempt times
 * out: searches share a request, and a slow one must not fail the others.
 */
export const timeouts = { searchMs: 400, attemptMs: 600, totalMs: 2000 } as const;
