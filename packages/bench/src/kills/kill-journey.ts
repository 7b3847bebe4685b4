import { join } from 'node:path';
import { checkRunsAddUp } from '../../../server/test/support/data/adds-up.ts';
import { type Installation, openInstallation } from '../../../server/test/support/processes/installation.ts';
import { type OwnEngines, startOwnEngines } from '../../../server/test/support/stores/own-engines.ts';
import { type Comparison, compareWorlds } from './digest.ts';
import { type Blow, type Kill, killCommand, runKilled } from './kill-run.ts';
import { importOf, publishOf, type Work } from './place.ts';
import { drawMomentOf, drawMoments, measureStartUp, runUndisturbed, type Timeline } from './timeline.ts';

/** Two installations with one secret, and what both are told: a register, and the same a week later. */
export interface Journey {
  undisturbed: Installation;
  killed: Installation;
  settings: Record<string, string>;
  weeks: { first: Work[]; next: Work[] };
  startUpMs: number;
}

/** Of the rows that the next week's file holds: enough that taking them in and publishing them takes its time. */
const changedShare = '0.2';

async function writeWeek({ home, orgdex }: Installation, rows: number, week: 'first' | 'next'): Promise<Work[]> {
  const file = join(home, `${week}.zip`);
  const options = week === 'next' ? ['--next', '--changed', changedShare] : [];
  const size = ['--rows', String(rows), '--broken', '0.005'];
  const { out } = await orgdex('synth', 'au-abr', ...size, ...options, '--out', file, '--json');
  return [importOf(`${week} import`, file, JSON.parse(out).rows), publishOf(`${week} publish`)];
}

export async function openJourney(rows: number, settings: Record<string, string>) {
  const undisturbed = await openInstallation({ settings });
  const killed = await openInstallation({ settings, secretOf: undisturbed });
  const weeks = {
    first: await writeWeek(undisturbed, rows, 'first'),
    next: await writeWeek(undisturbed, rows, 'next'),
  };
  const journey: Journey = { undisturbed, killed, settings, weeks, startUpMs: await measureStartUp(killed) };
  return { ...journey, close: () => Promise.all([undisturbed.close(), killed.close()]) };
}

/** Runs a week's commands without a kill, and notes when each step was committed. */
export async function spendWeek({ undisturbed, startUpMs }: Journey, week: readonly Work[]): Promise<Timeline[]> {
  const timelines: Timeline[] = [];
  for (const work of week) timelines.push(await runUndisturbed(undisturbed, work, startUpMs));
  return timelines;
}

/** Runs the same commands and kills them so many times; what came too late for one command falls to the next. */
export async function killWeek(journey: Journey, timelines: readonly Timeline[], count: number): Promise<Kill[]> {
  const kills: Kill[] = [];
  const planned = drawMoments(timelines, count);
  let late = 0;
  for (const timeline of timelines) {
    const { work } = timeline;
    const moments = [...planned.filter((moment) => moment.work === work), ...drawMoments([timeline], late)];
    const blows = moments.map((moment): Blow => ({ moment, strike: killCommand }));
    const hit = await runKilled(journey.killed, work, { blows, startUpMs: journey.startUpMs });
    late = blows.length - hit.length;
    kills.push(...hit);
  }
  return kills;
}

/** The node through which every new company goes. */
async function primaryNode({ engine, prefix }: Installation): Promise<string> {
  const { body } = await engine.cat.shards({ index: `${prefix}-company-*`, format: 'json', h: ['prirep', 'node'] });
  const primary = (body as { prirep: string; node: string }[]).find(({ prirep }) => prirep === 'p');
  return primary?.node ?? 'n1';
}

export interface EngineKills {
  kills: Kill[];
  comparison: Comparison;
}

async function strikeEngines(
  journey: Journey,
  timelines: readonly Timeline[],
  engines: OwnEngines,
): Promise<EngineKills> {
  const { undisturbed, settings, startUpMs } = journey;
  const [importing, publishing] = timelines as [Timeline, Timeline];
  const installation = await openInstallation({ settings, secretOf: undisturbed, engines: engines.home });
  const mend = () => engines.up();
  const postgres: Blow = {
    moment: drawMomentOf(importing, 'taking in'),
    strike: { what: 'PostgreSQL', perform: () => engines.killPostgres(), mend },
  };
  const node: Blow = {
    moment: drawMomentOf(publishing, 'filling'),
    strike: {
      what: 'an engine node',
      perform: async () => engines.killNode(await primaryNode(installation)),
      mend,
    },
  };
  try {
    const kills = [
      ...(await runKilled(installation, importing.work, { blows: [postgres], startUpMs })),
      ...(await runKilled(installation, publishing.work, { blows: [node], startUpMs })),
    ];
    await checkRunsAddUp(installation.pool);
    return { kills, comparison: await compareWorlds(undisturbed, installation) };
  } finally {
    await installation.disconnect();
  }
}

/** Runs the first week's commands on engines of their own, and kills PostgreSQL and one of three engine nodes. */
export async function killEngines(journey: Journey, timelines: readonly Timeline[]): Promise<EngineKills> {
  const engines = await startOwnEngines();
  try {
    return await strikeEngines(journey, timelines, engines);
  } finally {
    await engines.stop();
  }
}
