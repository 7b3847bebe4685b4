/** How many people one transaction changes: an import and an opt-out wait for at most one of them. */
export const batchSize = 1000;

export function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}
