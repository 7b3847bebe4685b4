import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { startServing } from '../../../testing/src/processes/serving.ts';
import { asAdmin, endClientsOf } from '../../../testing/src/stores/database.ts';

let own: Installation;
let other: Installation;

beforeAll(async () => {
  [own, other] = await Promise.all([openInstallation(), openInstallation()]);
  await own.orgdex('demo', '--companies', '20', '--people', '20');
});
afterAll(async () => {
  await own?.close();
  await other?.close();
});

const databaseOf = ({ url }: Installation) => new URL(url).pathname.slice(1);

/** A database in use cannot be renamed. */
async function rename(from: string, to: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    await asAdmin(endClientsOf(from));
    try {
      await asAdmin(`ALTER DATABASE ${from} RENAME TO ${to}`);
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(20);
    }
  }
}

async function swapDatabases(): Promise<void> {
  const [first, second] = [databaseOf(own), databaseOf(other)];
  await rename(first, `${first}_x`);
  await rename(second, first);
  await rename(`${first}_x`, second);
}

test('a server whose database is replaced by that of another installation is not ready until its own is back', async () => {
  const serving = await startServing(own);
  const readiness = async () => {
    const response = await fetch(`${serving.base}/readyz`);
    return { status: response.status, message: ((await response.json()) as { message?: string }).message };
  };
  const ask = async (key: string) =>
    (await fetch(`${serving.base}/company?domain=example.com`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await readiness()).toMatchObject({ status: 200 });
  await swapDatabases();
  await expect
    .poll(readiness, { timeout: 20_000 })
    .toMatchObject({ status: 503, message: expect.stringContaining('The database belongs to another installation.') });
  await expect.poll(serving.log).toContain('the database now belongs to another installation');
  // A key that is not in the cache cannot be checked.
  expect(await ask(`${serving.key.slice(0, -4)}zzzz`)).not.toBe(500);
  const { code, err } = await own.endOf({}, 'status');
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('does not match this database') });
  await swapDatabases();
  await expect.poll(readiness, { timeout: 20_000 }).toMatchObject({ status: 200 });
  expect(await serving.stop()).toBe(0);
});
