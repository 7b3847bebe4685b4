// Defined by the ledger, which reads it; used by everything that requires a key.
export type { Caller } from '../ledger/access/caller.ts';
