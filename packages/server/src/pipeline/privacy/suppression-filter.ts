import type { Pool } from '../../stores/postgres/pool.ts';
import { readSuppressed } from '../../stores/postgres/suppression.ts';

/** The people that no response may contain, kept up to date in memory and filtered at query time. */
export function openSuppressionFilter(pool: Pool) {
  const byCompany = new Map<string, Set<string>>();
  let seen = 0;
  let reading = Promise.resolve();

  async function read(): Promise<void> {
    for (let rows = await readSuppressed(pool, seen); rows.length > 0; rows = await readSuppressed(pool, seen)) {
      for (const { seq, company_id, person_id, lifted } of rows) {
        const people = byCompany.get(company_id) ?? new Set();
        if (lifted) people.delete(person_id);
        else people.add(person_id);
        byCompany.set(company_id, people);
        seen = seq;
      }
    }
  }

  return {
    /** Reads new entries. Only one read runs at a time, and the returned one starts after this call. */
    refresh(): Promise<void> {
      const next = reading.then(read);
      reading = next.catch(() => {});
      return next;
    },
    at: (company: string): readonly string[] => [...(byCompany.get(company) ?? [])],
  };
}
