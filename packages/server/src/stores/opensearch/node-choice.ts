import type { OpenSearchNode } from './nodes.ts';

const probeEveryMs = 1000;
const probeTimeoutMs = 1000;

// Only a node that has joined the cluster, and so holds its state, can respond for the cluster manager.
const probe = {
  method: 'GET',
  path: `/_cluster/health?local=false&cluster_manager_timeout=${probeTimeoutMs}ms`,
} as const;

/** Chooses nodes in turn. A node that failed is passed over until a probe shows that it is part of the cluster again. */
export class NodeChoice {
  readonly #nodes: readonly OpenSearchNode[];
  readonly #ejected = new Map<OpenSearchNode, NodeJS.Timeout>();
  /** Ejected nodes that did not respond to a probe either. */
  readonly #down = new Set<OpenSearchNode>();
  #turn = 0;

  constructor(nodes: readonly OpenSearchNode[]) {
    this.#nodes = nodes;
  }

  /** The next node, another than `other` where there is one. */
  next(other?: OpenSearchNode): OpenSearchNode {
    const healthy = this.#nodes.filter((node) => !this.#ejected.has(node));
    // With no healthy node left, any node is better than none.
    const standing = healthy.length > 0 ? healthy : this.#nodes;
    const choice = standing.length > 1 ? standing.filter((node) => node !== other) : standing;
    this.#turn = (this.#turn + 1) % Number.MAX_SAFE_INTEGER;
    return choice[this.#turn % choice.length] as OpenSearchNode;
  }

  /** No node responds. */
  get isDown(): boolean {
    return this.#down.size === this.#nodes.length;
  }

  eject(node: OpenSearchNode): void {
    if (!this.#ejected.has(node)) this.#wait(node);
  }

  close(): void {
    for (const timer of this.#ejected.values()) clearTimeout(timer);
    this.#ejected.clear();
    this.#down.clear();
  }

  #wait(node: OpenSearchNode): void {
    this.#ejected.set(node, setTimeout(() => void this.#tryBack(node), probeEveryMs).unref());
  }

  async #tryBack(node: OpenSearchNode): Promise<void> {
    const isBack = await node.send(probe, probeTimeoutMs).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!this.#ejected.has(node)) return;
    if (isBack) {
      this.#ejected.delete(node);
      this.#down.delete(node);
    } else {
      this.#down.add(node);
      this.#wait(node);
    }
  }
}
