/**
 * Of one try to read, and of everything that one request reads. The engine gives up on a search before we give up on the
 * engine: searches share a request, and the others of a slow one are answered.
 */
export const deadlines = { searchMs: 400, attemptMs: 600, totalMs: 2000 } as const;
