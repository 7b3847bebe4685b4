import type { CompanyRecord, PersonRecord } from '@orgdex/contract';

/** A row that is skipped on purpose, and why; counted by reason. */
export class Skip {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * A row that cannot be used, and why; the reason never repeats a value. With the key, if it is known: a full file that
 * contains a broken row still contains that record.
 */
export class Reject {
  readonly reason: string;
  readonly key: string | undefined;
  constructor(reason: string, key?: string) {
    this.reason = reason;
    this.key = key;
  }
}

export const skip = (reason: string) => new Skip(reason);
export const reject = (reason: string, key?: string) => new Reject(reason, key);

export type Outcome = CompanyRecord | PersonRecord | Skip | Reject;
