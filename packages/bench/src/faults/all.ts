import { engineDown } from './engine-down.ts';
import type { Fault } from './fault.ts';
import { nodeFrozen } from './node-frozen.ts';
import { nodeKilled } from './node-killed.ts';
import { redisRestarted } from './redis-restarted.ts';
import { rollingRestart } from './rolling-restart.ts';
import { shardMissing } from './shard-missing.ts';

export const faults: readonly Fault[] = [
  nodeKilled,
  nodeFrozen,
  shardMissing,
  engineDown,
  rollingRestart,
  redisRestarted,
];
