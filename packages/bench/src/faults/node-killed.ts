import { setTimeout as sleep } from 'node:timers/promises';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { chooseNode, nodeNames, restoreCluster, secondsUntilGreen } from '../scenarios/cluster.ts';
import { type Stage, storesOf } from '../scenarios/scenario.ts';
import { defineFault, type LoadSize } from '../scenarios/under-load.ts';

interface Size extends LoadSize {
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

async function killNode(stage: Stage, isManager: boolean): Promise<Green> {
  const { opensearch } = stage.fleet.installation;
  const stores = storesOf(stage);
  stores.killNode(await chooseNode(opensearch, isManager));
  const without = await secondsUntilGreen(opensearch, nodeNames.length - 1);
  const again = await restoreCluster(stores, opensearch);
  await sleep(quietMs);
  return { without, again };
}

const longest = (green: readonly Green[], which: keyof Green) => Math.max(...green.map((one) => one[which]));

export const nodeKilled = defineFault<Size, readonly Green[]>({
  name: 'node-killed',
  title:
    'clients do not notice that an OpenSearch node is killed, the elected manager included; the cluster recovers by itself within 120 s',
  sizes: { full: { perSecond: 300, kills: 20 }, small: { perSecond: 30, kills: 2 } },
  async act({ stage, size, during }) {
    const green: Green[] = [];
    await during('before', () => sleep(quietMs));
    await during('meanwhile', async () => {
      for (let turn = 0; turn < size.kills; turn += 1) green.push(await killNode(stage, turn % 2 === 0));
    });
    return green;
  },
  expectTimes({ found }) {
    const slowest = Math.max(longest(found, 'without'), longest(found, 'again'));
    return violationIf(slowest > mostGreenSeconds, `not green within ${mostGreenSeconds} s`);
  },
  describe: ({ size: { kills }, found }) => [
    `${kills} × kill -9 of a node, half of them the manager`,
    `green after ${longest(found, 'without').toFixed(1)} s at most without the node, and ${longest(found, 'again').toFixed(1)} s after its restart`,
  ],
});
