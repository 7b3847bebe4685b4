import { deadlines } from './deadlines.ts';
import { engineDown } from './engine-down.ts';
import type { Fault } from './fault.ts';
import { generationSwitch } from './generation-switch.ts';
import { nodeFrozen } from './node-frozen.ts';
import { nodeKilled } from './node-killed.ts';
import { optOut } from './opt-out.ts';
import { overload } from './overload.ts';
import { postgresFrozen } from './postgres-frozen.ts';
import { redisRestarted } from './redis-restarted.ts';
import { rollingRestart } from './rolling-restart.ts';
import { shardMissing } from './shard-missing.ts';

export const faults: readonly Fault[] = [
  nodeKilled,
  nodeFrozen,
  shardMissing,
  engineDown,
  rollingRestart,
  overload,
  deadlines,
  generationSwitch,
  optOut,
  redisRestarted,
  postgresFrozen,
];
