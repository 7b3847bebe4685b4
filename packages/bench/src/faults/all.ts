import type { Scenario } from '../scenarios/scenario.ts';
import { deadlines } from './deadlines.ts';
import { generationSwitch } from './generation-switch.ts';
import { nodeFrozen } from './node-frozen.ts';
import { nodeKilled } from './node-killed.ts';
import { opensearchDown } from './opensearch-down.ts';
import { overload } from './overload.ts';
import { rollingRestart } from './rolling-restart.ts';
import { shardMissing } from './shard-missing.ts';

export const faults: readonly Scenario[] = [
  nodeKilled,
  nodeFrozen,
  shardMissing,
  opensearchDown,
  deadlines,
  overload,
  rollingRestart,
  generationSwitch,
];
