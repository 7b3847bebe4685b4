import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findTools } from '../../../../scripts/stores/tools.ts';

/** The programs of PostgreSQL, run as the user who owns its files. */
export async function openPostgresTools(home: string) {
  const { tools, missing } = await findTools(home);
  if (!tools) throw new Error(`missing: ${missing.map(({ what }) => what).join(', ')}`);
  const { bin, runAs } = tools.postgres;
  return {
    runAs,
    run: (name: string, ...args: string[]): string =>
      execFileSync(join(bin, name), args, { ...runAs, cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}

export type PostgresTools = Awaited<ReturnType<typeof openPostgresTools>>;
