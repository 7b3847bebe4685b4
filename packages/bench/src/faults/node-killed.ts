import { setTimeout as sleep } from 'node:timers/promises';
import { type Breakage, when } from '../../../testing/src/processes/promise.ts';
import { chooseNode, nodeNames, restoreCluster, secondsUntilGreen } from './cluster.ts';
import { defineFault, type FaultSize, type FaultStage } from './fault.ts';

interface Size extends FaultSize {
  /** Every second one kills the elected manager. */
  readonly kills: number;
}

/** The seconds from a kill until the other nodes had every copy, and until the restarted node had them too. */
interface Green {
  readonly without: number;
  readonly again: number;
}

const quietMs = 2000;
const mostGreenSeconds = 120;

/** Shared with the frozen node: without a retry on another node, clients see the first failures of a node. */
export const withoutRetries: Breakage = {
  what: 'a failed read is not repeated on another node',
  changes: [
    {
      file: 'stores/opensearch/node-calls.ts',
      from: 'const retries = { share: 0.1, burst: 50 };',
      to: 'const retries = { share: 0, burst: 0 };',
    },
    {
      file: 'stores/opensearch/node-calls.ts',
      from: 'const hedges = { share: 0.05, burst: 20 };',
      to: 'const hedges = { share: 0, burst: 0 };',
    },
  ],
  seen: /failed/,
};

async function killNode({ fleet, stores }: FaultStage, isManager: boolean): Promise<Green> {
  const { opensearch } = fleet.installation;
  stores.killNode(await chooseNode(opensearch, isManager));
  const without = await secondsUntilGreen(opensearch, nodeNames.length - 1);
  const again = await restoreCluster(stores, opensearch);
  await sleep(quietMs);
  return { without, again };
}

const longest = (green: readonly Green[], which: keyof Green) => Math.max(...green.map((one) => one[which]));

export const nodeKilled = defineFault<Size, readonly Green[]>({
  name: 'node-killed',
  says: 'clients do not notice that an OpenSearch node is killed, the elected manager included; the cluster recovers by itself within 120 s',
  sizes: {
    full: { perSecond: 300, kills: 20 },
    small: { perSecond: 30, kills: 2 },
    tiny: { perSecond: 60, kills: 1 },
  },
  breakages: [withoutRetries],
  async act({ stage, size, during }) {
    const green: Green[] = [];
    await during('before', () => sleep(quietMs));
    await during('meanwhile', async () => {
      for (let turn = 0; turn < size.kills; turn += 1) green.push(await killNode(stage, turn % 2 === 0));
    });
    return green;
  },
  judge: ({ found }) =>
    when(
      Math.max(longest(found, 'without'), longest(found, 'again')) > mostGreenSeconds,
      `not green within ${mostGreenSeconds} s`,
    ),
  done: ({ kills }) => `${kills} × kill -9 of a node, half of them the manager`,
  also: ({ found }) => [
    `green after ${longest(found, 'without').toFixed(1)} s at most without the node, ` +
      `and ${longest(found, 'again').toFixed(1)} s after its restart`,
  ],
});
