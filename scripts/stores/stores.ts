import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodesOnDisk, opensearchStore, opensearchUrlsOf } from './opensearch.ts';
import { postgresStore } from './postgres.ts';
import { redisStore } from './redis.ts';
import type { Settings } from './settings.ts';
import type { Daemon, Store } from './store.ts';
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

/** Where the stores are: the `orgdex` command takes its defaults from this file. */
type StoresFile = { databaseUrl: string; redisUrl: string; opensearchUrls: string[] };

export const storesFileOf = (home: string) => join(home, 'stores.json');

export function writeStoresFile(settings: Settings): void {
  const content: StoresFile = {
    databaseUrl: `postgres://orgdex@127.0.0.1:${settings.postgresPort}/orgdex`,
    redisUrl: `redis://127.0.0.1:${settings.redisPort}`,
    opensearchUrls: opensearchUrlsOf(settings),
  };
  const file = storesFileOf(settings.home);
  writeFileSync(`${file}.partial`, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(`${file}.partial`, file);
}

/** The settings with the ports and the number of nodes that the stores were started with, if they were. */
export function startedSettings(settings: Settings): Settings | undefined {
  const file = storesFileOf(settings.home);
  if (!existsSync(file)) return undefined;
  const { databaseUrl, redisUrl, opensearchUrls } = JSON.parse(readFileSync(file, 'utf8')) as StoresFile;
  const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);
  return {
    ...settings,
    nodes: opensearchUrls.length,
    postgresPort: portOf(databaseUrl),
    redisPort: portOf(redisUrl),
    opensearchPort: portOf(opensearchUrls[0]),
  };
}
