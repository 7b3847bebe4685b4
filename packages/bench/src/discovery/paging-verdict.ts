/** What a client received that read all pages, compared with the companies that existed all the time. */
export interface PagingVerdict {
  /** Results received, repeated ones included. */
  readonly results: number;
  /** Companies that existed all the time. */
  readonly expected: number;
  /** Companies that were received more than once, and how many of these were changed meanwhile. */
  readonly repeated: { readonly all: number; readonly changed: number };
  /** Companies that existed all the time and were not received, and how many of these were changed meanwhile. */
  readonly missing: { readonly all: number; readonly changed: number };
}

interface Observed {
  /** The ids in the order in which they were received. */
  readonly received: readonly string[];
  /** Companies that existed before the first page and after the last. */
  readonly throughout: ReadonlySet<string>;
  /** Companies that an import changed between the first page and the last. */
  readonly changed: ReadonlySet<string>;
}

export function judgePaging({ received, throughout, changed }: Observed): PagingVerdict {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const id of received) (seen.has(id) ? repeated : seen).add(id);
  const missing = throughout.difference(seen);
  const count = (ids: ReadonlySet<string>) => ({ all: ids.size, changed: ids.intersection(changed).size });
  return {
    results: received.length,
    expected: throughout.size,
    repeated: count(repeated),
    missing: count(missing),
  };
}
