import type { ServedGeneration } from './engine-reader.ts';

/** The dataset that one kind of key reads. */
export interface Dataset {
  /** Fails while there is none. */
  generation(): ServedGeneration;
  /** People of this company that no response may contain. */
  suppressedAt(company: string): readonly string[];
  /** What happens before a response about the company with this id: for test keys, a simulated problem or delay. */
  simulateProblem(company: string | undefined): Promise<void>;
  /** What callers should know when a company is not found: test keys, that they only see test companies. */
  readonly notFoundHint?: string;
}
