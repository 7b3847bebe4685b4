import type { EngineNode } from './nodes.ts';

const probeEveryMs = 1000;
const probeTimeoutMs = 1000;

// Only a node that has joined the cluster, and so holds its state, can answer for the cluster manager.
const probe = {
  method: 'GET',
  path: `/_cluster/health?local=false&cluster_manager_timeout=${probeTimeoutMs}ms`,
} as const;

/** Whose turn it is. A node that failed once is passed over until it proves to be part of the cluster again. */
export interface NodeChoice {
  next(other?: EngineNode): EngineNode;
  eject(node: EngineNode): void;
  close(): void;
}

export function chooseAmong(nodes: readonly EngineNode[]): NodeChoice {
  const ejected = new Map<EngineNode, NodeJS.Timeout>();
  let turn = 0;

  async function tryBack(node: EngineNode): Promise<void> {
    const back = await node.send(probe, probeTimeoutMs).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!ejected.has(node)) return;
    if (back) ejected.delete(node);
    else wait(node);
  }

  function wait(node: EngineNode): void {
    ejected.set(node, setTimeout(() => void tryBack(node), probeEveryMs).unref());
  }

  return {
    next(other) {
      const healthy = nodes.filter((node) => !ejected.has(node));
      // With nobody left, asking someone is better than asking no one.
      const standing = healthy.length > 0 ? healthy : nodes;
      const choice = standing.length > 1 ? standing.filter((node) => node !== other) : standing;
      turn = (turn + 1) % Number.MAX_SAFE_INTEGER;
      return choice[turn % choice.length] as EngineNode;
    },
    eject(node) {
      if (!ejected.has(node)) wait(node);
    },
    close() {
      for (const timer of ejected.values()) clearTimeout(timer);
      ejected.clear();
    },
  };
}
