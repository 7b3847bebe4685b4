import type { Pool } from '../ledger/pool.ts';
import { readSuppressed } from '../ledger/suppression.ts';

/** Whom no answer may show, held in memory and kept fresh: the filter at query time. */
export function openSuppressionFilter(pool: Pool) {
  const byCompany = new Map<string, Set<string>>();
  let seen = 0;
  let reading = Promise.resolve();

  async function read(): Promise<void> {
    for (let rows = await readSuppressed(pool, seen); rows.length > 0; rows = await readSuppressed(pool, seen)) {
      for (const { seq, company_id, person_id } of rows) {
        const people = byCompany.get(company_id) ?? new Set();
        byCompany.set(company_id, people.add(person_id));
        seen = seq;
      }
    }
  }

  return {
    /** Reads what is new. One reading at a time, and always one that began after the call. */
    refresh(): Promise<void> {
      const next = reading.then(read);
      reading = next.catch(() => {});
      return next;
    },
    at: (company: string): readonly string[] => [...(byCompany.get(company) ?? [])],
  };
}
