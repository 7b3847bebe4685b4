import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { databaseLines, differences, opensearchLines } from '../../../testing/src/stores/snapshot.ts';

/** Few kills in CI; set the environment variable for more. */
const kills = Number(process.env.ORGDEX_TEST_KILLS ?? 5);
const companies = Number(process.env.ORGDEX_TEST_COMPANIES ?? 2000);
const settings = { ORGDEX_BATCH_ROWS: String(process.env.ORGDEX_TEST_BATCH_ROWS ?? 250) };

let undisturbed: Installation;
let killed: Installation;
let first: string;
let second: string;

const writeDemo = (installation: Installation, file: string, people: number, seed: number) =>
  installation.orgdex(
    'demo',
    '--companies',
    String(companies),
    '--people',
    String(people),
    '--seed',
    String(seed),
    '--out',
    file,
  );

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = Date.now();
  await work();
  return Date.now() - began;
}

/** Kills a command at random times, a little later each time, then lets it finish. */
async function killOften(usualMs: number, ...args: string[]): Promise<number> {
  const startUpMs = await timed(() => killed.orgdex('key', 'list'));
  const stepMs = Math.max(200, usualMs - startUpMs) / (kills + 1);
  let hits = 0;
  for (let round = 0; round < kills; round += 1) {
    if (await killed.kill(startUpMs + Math.random() * stepMs, ...args)) hits += 1;
  }
  await killed.orgdex(...args);
  return hits;
}

beforeAll(async () => {
  undisturbed = await openInstallation({ settings });
  killed = await openInstallation({ settings, secretOf: undisturbed });
  first = join(undisturbed.home, 'first.ndjson');
  second = join(undisturbed.home, 'second.ndjson');
  await writeDemo(undisturbed, first, companies * 4, 1);
  await writeDemo(undisturbed, second, companies * 3, 2);
});

afterAll(async () => {
  await Promise.all([undisturbed?.close(), killed?.close()]);
});

/** Two files of one source: the second changes, adds and removes records. */
describe.each([
  ['a first load', () => first, [] as string[]],
  ['a full file that changes most of it', () => second, ['--full', '--allow', 'shrink']],
])('%s, killed repeatedly', (_, file, options) => {
  test('leaves the same database as without kills', async () => {
    const args = ['import', 'records', file(), '--source', 'demo', ...options];
    const usual = await timed(() => undisturbed.orgdex(...args));
    expect(await killOften(usual, ...args)).toBe(kills);
    expect(differences(await databaseLines(undisturbed), await databaseLines(killed))).toEqual([]);
  });

  test('leaves the same index as without kills', async () => {
    const usual = await timed(() => undisturbed.orgdex('publish'));
    expect(await killOften(usual, 'publish')).toBe(kills);
    expect(differences(await opensearchLines(undisturbed), await opensearchLines(killed))).toEqual([]);
  });
});
