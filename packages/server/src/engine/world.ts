import type { ServedGeneration } from './reading.ts';

/** What one kind of key is answered from. */
export interface World {
  /** Fails while there is none. */
  generation(): ServedGeneration;
  /** Whom no answer about this company may show. */
  suppressedAt(company: string): readonly string[];
  /** What happens before an answer about the company with this id. */
  rehearse(company: string | undefined): Promise<void>;
  /** What callers should know when a company is not found: test keys, that they only see test companies. */
  readonly notFoundHint?: string;
}
