import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { opensearchUrlsOf } from './opensearch.ts';
import type { Settings } from './settings.ts';

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
