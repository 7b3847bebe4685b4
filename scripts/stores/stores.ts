import { nodesOnDisk, opensearchStore } from './opensearch.ts';
import { postgresStore } from './postgres.ts';
import { redisStore } from './redis.ts';
import type { Settings } from './settings.ts';
import type { Daemon, Store } from './store.ts';
import { startedSettings } from './stores-file.ts';
import type { Tools } from './tools.ts';

/** The three stores. Without tools they can be looked at and stopped, not started. */
export function storesOf(settings: Settings, tools?: Tools): Store[] {
  const found = () => {
    if (!tools) throw new Error('a store is started before its programs were looked for');
    return tools;
  };
  return [
    postgresStore(settings, () => found().postgres),
    redisStore(settings, () => found().redis),
    opensearchStore(settings, found),
  ];
}

/** Every process that was ever started in this home, whatever the settings are now. */
export function daemonsOf(settings: Settings): Daemon[] {
  const nodes = Math.max(1, nodesOnDisk(settings.home));
  const started = startedSettings(settings) ?? settings;
  return storesOf({ ...started, nodes }).flatMap(({ daemons }) => daemons);
}
