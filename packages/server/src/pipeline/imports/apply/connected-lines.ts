import type { AnchoredLine } from '../../../stores/postgres/imports/connected-lines.ts';

/** Pairs of connected identifiers, each a hash of 32 bits, as PostgreSQL sends them. */
export type Connections = Buffer;

/**
 * Groups identifiers that records connect. Two identifiers with the same hash count as one: that only puts records into one group
 * that could be in two.
 */
class Groups {
  readonly #parent = new Map<number, number>();

  rootOf(identifier: number): number {
    let root = identifier;
    for (let next = this.#parent.get(root); next !== undefined; next = this.#parent.get(root)) root = next;
    // Shortens the way for the next call.
    for (let at = identifier; at !== root; ) {
      const next = this.#parent.get(at) as number;
      this.#parent.set(at, root);
      at = next;
    }
    return root;
  }

  connect(one: number, other: number): void {
    const [root, child] = [this.rootOf(one), this.rootOf(other)];
    if (root !== child) this.#parent.set(child, root);
  }
}

function groupsOf(connections: readonly Connections[]): Groups {
  const groups = new Groups();
  for (const pairs of connections)
    for (let at = 0; at < pairs.length; at += 8) groups.connect(pairs.readInt32BE(at), pairs.readInt32BE(at + 4));
  return groups;
}

/**
 * Divides lines into batches of about `size`, so that no two batches have lines that identifiers connect. A batch is larger if more
 * lines are connected.
 */
export function intoBatches(
  lines: readonly AnchoredLine[],
  connections: readonly Connections[],
  size: number,
): number[][] {
  const groups = groupsOf(connections);
  const connected = Map.groupBy(lines, ({ line, anchor }) =>
    anchor === null ? `line ${line}` : groups.rootOf(anchor),
  );
  const batches: number[][] = [];
  for (const together of connected.values()) {
    const last = batches.at(-1);
    const batch = last && last.length + together.length <= size ? last : [];
    if (batch !== last) batches.push(batch);
    for (const { line } of together) batch.push(line);
  }
  return batches;
}
