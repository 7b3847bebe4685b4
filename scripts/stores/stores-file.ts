import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineUrlsOf } from './opensearch.ts';
import type { Settings } from './settings.ts';

/** Where the engines are: the `orgdex` command takes its defaults from this file. */
type EnginesFile = { databaseUrl: string; redisUrl: string; engineUrls: string[] };

export const enginesFileOf = (home: string) => join(home, 'engines.json');

export function writeEnginesFile(settings: Settings): void {
  const content: EnginesFile = {
    databaseUrl: `postgres://orgdex@127.0.0.1:${settings.postgresPort}/orgdex`,
    redisUrl: `redis://127.0.0.1:${settings.redisPort}`,
    engineUrls: engineUrlsOf(settings),
  };
  const file = enginesFileOf(settings.home);
  writeFileSync(`${file}.partial`, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(`${file}.partial`, file);
}

/** The settings with the ports and the number of nodes that the engines were started with, if they were. */
export function startedSettings(settings: Settings): Settings | undefined {
  const file = enginesFileOf(settings.home);
  if (!existsSync(file)) return undefined;
  const { databaseUrl, redisUrl, engineUrls } = JSON.parse(readFileSync(file, 'utf8')) as EnginesFile;
  const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);
  return {
    ...settings,
    nodes: engineUrls.length,
    postgresPort: portOf(databaseUrl),
    redisPort: portOf(redisUrl),
    opensearchPort: portOf(engineUrls[0]),
  };
}
