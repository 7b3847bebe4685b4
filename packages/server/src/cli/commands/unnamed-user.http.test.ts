import { execFile } from 'node:child_process';
import { chownSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '../../../../testing/src/data/records.ts';
import { type Installation, openInstallation, program } from '../../../../testing/src/processes/installation.ts';

/** A user id without a name, as in a container. Only root can switch to it. */
const unnamed = 54_321;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: unnamed, gid: unnamed } : {};
const userName = isRoot ? String(unnamed) : userInfo().username;

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation();
});
afterAll(() => installation.close());

/** Runs a command as the user without a name. */
const orgdex = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    ...user,
    env: { ...process.env, DATABASE_URL: installation.url, ORGDEX_HOME: installation.home },
  });

test('a user id without a name can import, and its runs and changes are recorded under the id', async () => {
  const file = join(installation.home, 'companies.ndjson');
  writeFileSync(file, `${JSON.stringify(company('one'))}\n`);
  if (isRoot) {
    for (const path of ['.', ...readdirSync(installation.home)]) {
      chownSync(join(installation.home, path), unnamed, unnamed);
    }
  }
  await orgdex('import', 'records', file, '--source', 'crm');
  await orgdex('account', 'create', 'acme');
  expect((await installation.pool.query('SELECT started_by FROM run')).rows).toEqual([
    { started_by: `${userName}@${hostname()}` },
  ]);
  expect((await installation.pool.query('SELECT actor FROM audit')).rows).toEqual([{ actor: `cli:${userName}` }]);
});
