import { setTimeout as sleep } from 'node:timers/promises';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { chooseNode, nodeNames, secondsUntilGreen } from '../scenarios/cluster.ts';
import { storesOf } from '../scenarios/scenario.ts';
import { defineFault, type LoadSize, type Scene, type Setup } from '../scenarios/under-load.ts';

interface Size extends LoadSize {
  readonly baselineSeconds: number;
  readonly frozenSeconds: number;
}

const firstMs = 5000;

/** Freezes a node that is the manager, or one that is not; returns whether the cluster recovered. */
async function freeze({ stage, size, during }: Scene<Size, Setup>, isManager: boolean): Promise<boolean> {
  const { opensearch } = stage.fleet.installation;
  const stores = storesOf(stage);
  const name = await chooseNode(opensearch, isManager);
  stores.freezeNode(name);
  try {
    await during('in the first 5 s', () => sleep(firstMs));
    await during('later', () => sleep(size.frozenSeconds * 1000 - firstMs));
  } finally {
    stores.thawNode(name);
  }
  return Number.isFinite(await secondsUntilGreen(opensearch, nodeNames.length));
}

export const nodeFrozen = defineFault<Size, boolean>({
  name: 'node-frozen',
  title:
    'clients do not notice a frozen OpenSearch node: p99 at most 1 s in the first 5 s, then at most twice the p99 before',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 30, frozenSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 5, frozenSeconds: 10 },
  },
  async act(scene) {
    await scene.during('before', () => sleep(scene.size.baselineSeconds * 1000));
    const isGreen = [await freeze(scene, false), await freeze(scene, true)];
    return isGreen.every(Boolean);
  },
  p99: { 'in the first 5 s': { mostMs: 1000 }, later: { times: 2 } },
  expect: ({ found }) => violationIf(!found, 'the cluster did not recover'),
  describe: ({ size }) => [`a node, then the manager, frozen for ${size.frozenSeconds} s`],
});
