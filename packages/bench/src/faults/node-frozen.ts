import { setTimeout as sleep } from 'node:timers/promises';
import { when } from '../../../testing/src/processes/promise.ts';
import { chooseNode, nodeNames, secondsUntilGreen } from './cluster.ts';
import { defineFault, type FaultSize, type Scene } from './fault.ts';
import { withoutRetries } from './node-killed.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly frozenSeconds: number;
}

const firstMs = 5000;

/** Freezes a node that is the manager, or one that is not; returns whether the cluster recovered. */
async function freeze({ stage, size, during }: Scene<Size, object>, isManager: boolean): Promise<boolean> {
  const { opensearch } = stage.fleet.installation;
  const name = await chooseNode(opensearch, isManager);
  stage.stores.freezeNode(name);
  try {
    await during('in the first 5 s', () => sleep(firstMs));
    await during('later', () => sleep(size.frozenSeconds * 1000 - firstMs));
  } finally {
    stage.stores.thawNode(name);
  }
  return Number.isFinite(await secondsUntilGreen(opensearch, nodeNames.length));
}

export const nodeFrozen = defineFault<Size, boolean>({
  name: 'node-frozen',
  says: 'clients do not notice a frozen OpenSearch node: p99 at most 1 s in the first 5 s, then at most twice the p99 before',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 30, frozenSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 5, frozenSeconds: 10, slackMs: 2000 },
    tiny: { perSecond: 60, baselineSeconds: 2, frozenSeconds: 6, slackMs: 2000 },
  },
  breakages: [withoutRetries],
  async act(scene) {
    await scene.during('before', () => sleep(scene.size.baselineSeconds * 1000));
    const isGreen = [await freeze(scene, false), await freeze(scene, true)];
    return isGreen.every(Boolean);
  },
  p99: { 'in the first 5 s': { mostMs: 1000 }, later: { times: 2 } },
  judge: ({ found }) => when(!found, 'the cluster did not recover'),
  done: ({ frozenSeconds }) => `a node, then the manager, frozen for ${frozenSeconds} s`,
});
