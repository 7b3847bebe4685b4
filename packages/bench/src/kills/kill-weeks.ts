import { join } from 'node:path';
import { checkRunsAddUp } from '../../../testing/src/data/adds-up.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { type OwnStores, startOwnStores } from '../../../testing/src/stores/own-stores.ts';
import { importOf, publishOf, type Work } from './checkpoint.ts';
import { type Comparison, compareInstallations } from './compare-installations.ts';
import { commandTarget, type Kill, type PlannedKill, runKilled } from './kill-run.ts';
import { drawMomentOf, drawMoments, measureStartUp, runUninterrupted, type Timeline } from './timeline.ts';

/** Two installations with the same secret, and the commands for both: two registers, and a file of the first one a week later. */
export interface KillSetup {
  uninterrupted: Installation;
  killed: Installation;
  settings: Record<string, string>;
  weeks: { first: Work[]; next: Work[] };
  startUpMs: number;
}

/** Share of changed rows in the next file: enough that apply and publish take some time. */
const changedShare = '0.2';

async function writeRegister({ home, orgdex }: Installation, source: string, name: string, options: string[]) {
  const file = join(home, name);
  const { out } = await orgdex('synth', source, ...options, '--broken', '0.005', '--out', file, '--json');
  return { file, rows: JSON.parse(out).rows };
}

/**
 * The first week imports two registers: nearly all companies of the first share no identifier with another, and those of the second
 * share theirs with the first.
 */
async function writeWeeks(installation: Installation, rows: number): Promise<KillSetup['weeks']> {
  const size = ['--rows', String(rows)];
  const first = await writeRegister(installation, 'au-abr', 'first.zip', size);
  const second = await writeRegister(installation, 'au-asic-companies', 'second.csv', ['--rows', String(rows / 4)]);
  const next = await writeRegister(installation, 'au-abr', 'next.zip', [...size, '--next', '--changed', changedShare]);
  return {
    first: [
      importOf('first import', 'au-abr', first),
      importOf('second register', 'au-asic-companies', second),
      publishOf('first publish', true),
    ],
    next: [importOf('next import', 'au-abr', next), publishOf('next publish', false)],
  };
}

export async function openKillSetup(rows: number, settings: Record<string, string>) {
  const uninterrupted = await openInstallation({ settings });
  const killed = await openInstallation({ settings, secretOf: uninterrupted });
  const weeks = await writeWeeks(uninterrupted, rows);
  const setup: KillSetup = { uninterrupted, killed, settings, weeks, startUpMs: await measureStartUp(killed) };
  return { ...setup, close: () => Promise.all([uninterrupted.close(), killed.close()]) };
}

/** Runs the commands of a week without kills, and records the time of each commit. */
export async function runWeek({ uninterrupted, startUpMs }: KillSetup, week: readonly Work[]): Promise<Timeline[]> {
  const timelines: Timeline[] = [];
  for (const work of week) timelines.push(await runUninterrupted(uninterrupted, work, startUpMs));
  return timelines;
}

/** Runs the same commands with this number of kills. Kills that came too late for one command move to the next. */
export async function killWeek(setup: KillSetup, timelines: readonly Timeline[], count: number): Promise<Kill[]> {
  const kills: Kill[] = [];
  const planned = drawMoments(timelines, count);
  let late = 0;
  for (const timeline of timelines) {
    const { work } = timeline;
    const moments = [...planned.filter((moment) => moment.work === work), ...drawMoments([timeline], late)];
    const plannedKills = moments.map((moment): PlannedKill => ({ moment, target: commandTarget }));
    const hit = await runKilled(setup.killed, work, { plannedKills, startUpMs: setup.startUpMs });
    late = plannedKills.length - hit.length;
    kills.push(...hit);
  }
  return kills;
}

/** The node with the shard of the companies: until the generation is complete, it has one copy. */
async function shardNode({ opensearch, prefix }: Installation): Promise<string> {
  const index = `${prefix}-company-*`;
  const { body } = await opensearch.cat.shards({ index, format: 'json', h: ['prirep', 'node'] });
  const primary = (body as { prirep: string; node: string }[]).find(({ prirep }) => prirep === 'p');
  return primary?.node ?? 'n1';
}

export interface OpenSearchKills {
  kills: Kill[];
  comparison: Comparison;
}

async function killStoresOf(
  setup: KillSetup,
  timelines: readonly Timeline[],
  stores: OwnStores,
): Promise<OpenSearchKills> {
  const { uninterrupted, settings, startUpMs } = setup;
  const [importing, joining, publishing] = timelines as [Timeline, Timeline, Timeline];
  const installation = await openInstallation({ settings, secretOf: uninterrupted, stores: stores.home });
  const restore = () => stores.up();
  const postgres: PlannedKill = {
    moment: drawMomentOf(joining, 'applying'),
    target: { what: 'PostgreSQL', kill: () => stores.killPostgres(), restore },
  };
  const node: PlannedKill = {
    moment: drawMomentOf(publishing, 'filling'),
    target: {
      what: 'an OpenSearch node',
      kill: async () => stores.killNode(await shardNode(installation)),
      restore,
    },
  };
  try {
    // PostgreSQL is killed once: after a crash it skips numbers of its sequences, so sources and runs that follow have other numbers.
    const kills = [
      ...(await runKilled(installation, importing.work, { plannedKills: [], startUpMs })),
      ...(await runKilled(installation, joining.work, { plannedKills: [postgres], startUpMs })),
      ...(await runKilled(installation, publishing.work, { plannedKills: [node], startUpMs })),
    ];
    await checkRunsAddUp(installation.pool);
    return { kills, comparison: await compareInstallations(uninterrupted, installation) };
  } finally {
    await installation.disconnect();
  }
}

/** Runs the commands of the first week on separate stores, and kills PostgreSQL and one of three OpenSearch nodes. */
export async function killStores(setup: KillSetup, timelines: readonly Timeline[]): Promise<OpenSearchKills> {
  const stores = await startOwnStores();
  try {
    return await killStoresOf(setup, timelines, stores);
  } finally {
    await stores.stop();
  }
}
