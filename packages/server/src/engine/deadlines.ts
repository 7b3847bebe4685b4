/** Of one try to read, and of everything that one request reads. */
export const deadlines = { attemptMs: 600, totalMs: 2000 } as const;
