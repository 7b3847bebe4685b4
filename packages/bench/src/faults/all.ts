import { clockStep } from './clock-step.ts';
import { deadlines } from './deadlines.ts';
import { opensearchDown } from './engine-down.ts';
import type { Fault } from './fault.ts';
import { generationSwitch } from './generation-switch.ts';
import { namesLost } from './names-lost.ts';
import { nodeFrozen } from './node-frozen.ts';
import { nodeKilled } from './node-killed.ts';
import { opensearchFull } from './opensearch-full.ts';
import { optOut } from './opt-out.ts';
import { overload } from './overload.ts';
import { postgresFailover } from './postgres-failover.ts';
import { postgresFrozen } from './postgres-frozen.ts';
import { postgresFull } from './postgres-full.ts';
import { redisFailover } from './redis-failover.ts';
import { redisFull } from './redis-full.ts';
import { redisRestarted } from './redis-restarted.ts';
import { rollingRestart } from './rolling-restart.ts';
import { shardMissing } from './shard-missing.ts';
import { slowNetwork } from './slow-network.ts';
import { spoolFull } from './spool-full.ts';

export const faults: readonly Fault[] = [
  nodeKilled,
  nodeFrozen,
  shardMissing,
  opensearchDown,
  rollingRestart,
  overload,
  deadlines,
  generationSwitch,
  optOut,
  redisRestarted,
  redisFailover,
  redisFull,
  postgresFrozen,
  postgresFailover,
  postgresFull,
  opensearchFull,
  spoolFull,
  slowNetwork,
  namesLost,
  clockStep,
];
