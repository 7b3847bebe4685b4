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

/** What the running command has committed, as a text that changes with each commit. */
const progress = `SELECT concat(
  (SELECT concat(state, position) FROM run ORDER BY id DESC LIMIT 1),
  (SELECT concat(sum(documents), count(*) FILTER (WHERE position IS NULL)) FROM rebuild_part),
  (SELECT count(*) FROM outbox)) AS text`;

const readProgress = async (): Promise<string> => (await killed.pool.query(progress)).rows[0].text;

/** Starts a command and kills it after this many commits; false: it ended first. */
async function killAfter(commits: number, ...args: string[]): Promise<boolean> {
  let last = await readProgress();
  let seen = 0;
  const { child, end } = killed.run(...args);
  while (child.exitCode === null && seen < commits) {
    const now = await readProgress();
    if (now !== last) seen += 1;
    last = now;
  }
  child.kill('SIGKILL');
  await end;
  return child.signalCode === 'SIGKILL';
}

/** Kills a command again and again, after one to three commits each time, then lets it finish. Returns the number of kills. */
async function killOften(...args: string[]): Promise<number> {
  let hits = 0;
  for (let round = 0; round < kills; round += 1) {
    if (!(await killAfter(1 + (round % 3), ...args))) return hits;
    hits += 1;
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
    await undisturbed.orgdex(...args);
    expect(await killOften(...args)).toBeGreaterThan(0);
    expect(differences(await databaseLines(undisturbed), await databaseLines(killed))).toEqual([]);
  });

  test('leaves the same index as without kills', async () => {
    await undisturbed.orgdex('publish');
    expect(await killOften('publish')).toBeGreaterThan(0);
    expect(differences(await opensearchLines(undisturbed), await opensearchLines(killed))).toEqual([]);
  });
});
