// The ledger reads it, and everything behind a key speaks of it.
export type { Caller } from '../ledger/caller.ts';
