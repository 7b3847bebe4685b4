import type { Statement } from '../../../knowledge/profiles/statements.ts';
import type { Reading } from '../index-reader.ts';
import { followRedirect } from './companies.ts';

/** A record without its key, which may be a secret of the operator. The records are in the order of their keys. */
export type PublishedRecord = Omit<Statement, 'key'> & {
  /** What links it to the company; null: it founded the company. */
  linkedBy: string | null;
};

/** The records of a company under the id that survives; undefined where no company has the id. */
export const readSources = (
  reading: Reading,
  requested: string,
): Promise<{ id: string; records: readonly PublishedRecord[] } | undefined> =>
  followRedirect(requested, async (id) => {
    const [company, sources] = (await Promise.all([
      reading.recall('company', id),
      reading.fetch({ index: reading.indices.sources, id }),
    ])) as [{ redirect?: string; served?: unknown } | undefined, { records: PublishedRecord[] } | undefined];
    if (company?.redirect) return { redirect: company.redirect };
    return { found: company?.served && sources ? { id, records: sources.records } : undefined };
  });
