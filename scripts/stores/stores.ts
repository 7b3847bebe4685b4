import { nodesOnDisk, opensearchEngine } from './opensearch.ts';
import { postgresEngine } from './postgres.ts';
import { redisEngine } from './redis.ts';
import type { Settings } from './settings.ts';
import type { Daemon, Engine } from './store.ts';
import { startedSettings } from './stores-file.ts';
import type { Tools } from './tools.ts';

/** The three engines. Without tools they can be looked at and stopped, not started. */
export function enginesOf(settings: Settings, tools?: Tools): Engine[] {
  const found = () => {
    if (!tools) throw new Error('an engine is started before its programs were looked for');
    return tools;
  };
  return [
    postgresEngine(settings, () => found().postgres),
    redisEngine(settings, () => found().redis),
    opensearchEngine(settings, found),
  ];
}

/** Every process that was ever started in this home, whatever the settings are now. */
export function daemonsOf(settings: Settings): Daemon[] {
  const nodes = Math.max(1, nodesOnDisk(settings.home));
  const started = startedSettings(settings) ?? settings;
  return enginesOf({ ...started, nodes }).flatMap(({ daemons }) => daemons);
}
