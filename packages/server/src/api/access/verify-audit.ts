import type { KeyObject } from 'node:crypto';
import type { AuditVerdict, auditFaults } from '@orgdex/contract';
import { readEntries, type StoredEntry } from '../../stores/postgres/access/audit.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { hashOfEntry, noEntry } from './audit.ts';

/** An entry that was noted earlier and must still exist unchanged. */
export interface Expected {
  readonly number: number;
  readonly hash: string;
}

/** The first entry that breaks the chain. */
export interface Fault {
  readonly number: number;
  readonly why: (typeof auditFaults)[number];
}

export interface Verdict {
  /** The last valid entry; number 0: there is none. */
  readonly last: Expected;
  readonly fault?: Fault;
}

interface Deps {
  readonly pool: Queryable;
  readonly auditKey: KeyObject;
  readonly pageSize?: number;
}

type Place = { readonly number: number; readonly hash: Buffer };

/** Why the entry at this position does not follow its predecessor; undefined: it does. */
function faultOf(key: KeyObject, before: Place, { page, at }: { page: readonly StoredEntry[]; at: number }) {
  const number = before.number + 1;
  const isNext = (entry: StoredEntry) => hashOfEntry(key, before.hash, { ...entry, number }).equals(entry.hash);
  const found = page[at] as StoredEntry;
  if (found.number === number && isNext(found)) return undefined;
  if (page.slice(at).some(isNext)) return { number, why: 'out of order' } as const;
  return { number, why: found.number === number ? 'changed' : 'missing' } as const;
}

/** Whether the log still contains the noted entry. */
function compare({ number, hash }: Expected, entry: StoredEntry): Fault | undefined {
  const isOther = entry.number === number && entry.hash.toString('hex') !== hash;
  return isOther ? { number, why: 'not the one expected' } : undefined;
}

/** Verifies the whole log page by page and returns the first entry that breaks the chain, and why. */
export async function verifyAudit({ pool, auditKey, pageSize = 1000 }: Deps, expected?: Expected): Promise<Verdict> {
  let before: Place = noEntry;
  const lastEntry = () => ({ number: before.number, hash: before.hash.toString('hex') });
  for (;;) {
    const page = await readEntries(pool, { after: before.number, limit: pageSize });
    for (const [at, entry] of page.entries()) {
      const fault = faultOf(auditKey, before, { page, at }) ?? (expected && compare(expected, entry));
      if (fault) return { last: lastEntry(), fault };
      before = entry;
    }
    if (page.length < pageSize) break;
  }
  if (expected && expected.number > before.number) {
    return { last: lastEntry(), fault: { number: before.number + 1, why: 'truncated' } };
  }
  return { last: lastEntry() };
}

/** `<number>:<hash>` of an entry, to keep outside the database. */
export const checksumOf = ({ number, hash }: Expected): string => `${number}:${hash}`;

/** @param text as returned by `checksumOf` */
export function parseChecksum(text: string): Expected | undefined {
  const [, number, hash] = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  return number && hash ? { number: Number(number), hash } : undefined;
}

/** Verifies the whole log, for the admin API. */
export async function auditVerdict(deps: Deps, expect: string | undefined): Promise<AuditVerdict> {
  const { last, fault } = await verifyAudit(deps, expect === undefined ? undefined : parseChecksum(expect));
  return {
    intact: fault === undefined,
    entries: last.number,
    checksum: last.number === 0 ? null : checksumOf(last),
    fault: fault ?? null,
  };
}
