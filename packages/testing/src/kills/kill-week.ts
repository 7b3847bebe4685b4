import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkRunsAddUp } from '../data/adds-up.ts';
import { type Installation, openInstallation } from '../processes/installation.ts';
import { type OwnStores, startOwnStores } from '../stores/own-stores.ts';
import { writeRegister } from '../synthetic/write.ts';
import { type Comparison, compareInstallations } from './compare.ts';

/** How far a command is, by what it has committed. */
interface Progress {
  readonly stage: string;
  /** Differs after each commit. */
  readonly position: string;
}

/** A command, the stages in which it is killed, and how to read its progress from the database. */
interface Work {
  readonly title: string;
  readonly args: readonly string[];
  readonly stages: readonly string[];
  /** A row with its progress; none if there is nothing to do. */
  readonly progressSql: string;
}

/** The import of a synthetic register, in lanes. */
const importOf = (title: string, source: string, file: string): Work => ({
  title,
  args: ['import', source, file, '--expect', '0-99999999', '--lanes', '2'],
  stages: ['staging', 'applying'],
  progressSql: `SELECT state AS stage, position::text FROM run WHERE starts_with(input, '${file} ') ORDER BY id DESC LIMIT 1`,
});

/** Fills a generation, in lanes. */
const rebuild: Work = {
  title: 'first publish',
  args: ['rebuild', '--lanes', '2'],
  stages: ['filling'],
  progressSql: `SELECT 'filling' AS stage, sum(documents)::text AS position
    FROM generation g LEFT JOIN rebuild_part p ON p.generation_id = g.id WHERE live_since IS NULL GROUP BY g.id`,
};

/** Processes the outbox. */
const publish: Work = {
  title: 'next publish',
  args: ['publish'],
  stages: ['publishing'],
  progressSql: `SELECT 'publishing' AS stage, count(*)::text AS position FROM outbox HAVING count(*) > 0`,
};

/** What is killed: the command itself, or a store that it needs and that is restarted. */
interface Target {
  readonly what: string;
  kill(child: ChildProcess): Promise<void> | void;
  restore?(): Promise<void>;
}

const theCommand: Target = { what: 'the command', kill: (child) => void child.kill('SIGKILL') };

export interface Kill {
  readonly what: string;
  readonly work: string;
  readonly stage: string;
  /** How the command ended, if a store was killed. */
  readonly message: string;
}

interface Attempt {
  readonly kill: Kill | undefined;
  /** Whether the command has nothing left to do: another start would be a new run. */
  readonly isDone: boolean;
}

interface PlannedKill {
  readonly stage: string;
  /** Whether it is killed as soon as it is in the stage, or after another commit. */
  readonly isLater: boolean;
  readonly target: Target;
}

/** Starts the command, and kills it or a store in a stage, unless it ends before. */
async function attempt(
  installation: Installation,
  work: Work,
  { stage, isLater, target }: PlannedKill,
): Promise<Attempt> {
  const { pool } = installation;
  // The database may be down.
  const read = () =>
    pool.query<Progress>(work.progressSql).then(
      ({ rows }) => rows[0],
      () => undefined,
    );
  const before = await read();
  const { child, end } = installation.run(...work.args);
  let hasEnded = false;
  const ended = end.finally(() => {
    hasEnded = true;
  });
  const isReached = (now: Progress | undefined) =>
    now?.stage === stage && (!isLater || now.position !== before?.position);
  while (!hasEnded && !isReached(await read())) await sleep(5);
  const isHit = !hasEnded;
  if (isHit) await target.kill(child);
  const { err, code } = await ended;
  await target.restore?.();
  if (!isHit && code !== 0) throw new Error(`orgdex ${work.args.join(' ')} exited with code ${code}: ${err}`);
  const message = target === theCommand ? '' : (err.trim().split('\n').at(-1) ?? '');
  const left = await read();
  return {
    kill: isHit ? { what: target.what, work: work.title, stage, message } : undefined,
    isDone: left === undefined || !work.stages.includes(left.stage),
  };
}

/** Runs a command until it is done, with these kills. */
async function runKilled(installation: Installation, work: Work, planned: readonly PlannedKill[]): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const one of planned) {
    const { kill, isDone } = await attempt(installation, work, one);
    if (kill) kills.push(kill);
    if (isDone) return kills;
  }
  await installation.orgdex(...work.args);
  return kills;
}

/** Kills a command as soon as it is in a stage, and again after its next commit. */
const killCommand = (installation: Installation, work: Work): Promise<Kill[]> =>
  runKilled(
    installation,
    work,
    work.stages.flatMap((stage) => [false, true].map((isLater) => ({ stage, isLater, target: theCommand }))),
  );

/** Two installations with the same secret: one runs the commands without kills, the other with. */
export interface KillSetup {
  readonly uninterrupted: Installation;
  readonly killed: Installation;
  readonly settings: Record<string, string>;
  /** Two registers, of which the second describes companies of the first, and the first one a week later, with many changes. */
  readonly weeks: { readonly first: readonly Work[]; readonly next: readonly Work[] };
  close(): Promise<unknown>;
}

export async function openKillSetup(rows: number): Promise<KillSetup> {
  // Small enough that every stage has several commits.
  const settings = { ORGDEX_BATCH_ROWS: String(Math.min(20_000, Math.ceil(rows / 50))) };
  const uninterrupted = await openInstallation({ settings });
  const killed = await openInstallation({ settings, secretOf: uninterrupted });
  const fileOf = (name: string) => join(uninterrupted.home, name);
  const order = { source: 'au-abr', rows, broken: 0.005 };
  await writeRegister(order, fileOf('first.zip'));
  await writeRegister({ source: 'au-asic-companies', rows: Math.ceil(rows / 4) }, fileOf('second.csv'));
  await writeRegister({ ...order, next: true, changed: 0.2 }, fileOf('next.zip'));
  const first = [
    importOf('first import', 'au-abr', fileOf('first.zip')),
    importOf('second register', 'au-asic-companies', fileOf('second.csv')),
    rebuild,
  ];
  const next = [importOf('next import', 'au-abr', fileOf('next.zip')), publish];
  const close = () => Promise.all([uninterrupted.close(), killed.close()]);
  return { uninterrupted, killed, settings, weeks: { first, next }, close };
}

/** Runs the commands of a week in both installations, and compares them. */
export async function killWeek(
  { uninterrupted, killed }: KillSetup,
  week: readonly Work[],
): Promise<{ kills: Kill[]; comparison: Comparison }> {
  const kills: Kill[] = [];
  for (const work of week) {
    await uninterrupted.orgdex(...work.args);
    kills.push(...(await killCommand(killed, work)));
  }
  await checkRunsAddUp(killed.pool);
  return { kills, comparison: await compareInstallations(uninterrupted, killed) };
}

/** The node with the shard of the companies: until the generation is complete, it has one copy. */
async function shardNode({ opensearch, prefix }: Installation): Promise<string> {
  const { body } = await opensearch.cat.shards({ index: `${prefix}-company-*`, format: 'json', h: ['prirep', 'node'] });
  const primary = (body as { prirep: string; node: string }[]).find(({ prirep }) => prirep === 'p');
  return primary?.node ?? 'n1';
}

async function killStoresOf({ uninterrupted, settings, weeks }: KillSetup, stores: OwnStores) {
  const installation = await openInstallation({ settings, secretOf: uninterrupted, stores: stores.home });
  const [importing, joining, filling] = weeks.first as [Work, Work, Work];
  const postgres: Target = { what: 'PostgreSQL', kill: () => stores.killPostgres(), restore: stores.up };
  const node: Target = {
    what: 'an OpenSearch node',
    kill: async () => stores.killNode(await shardNode(installation)),
    restore: stores.up,
  };
  try {
    // PostgreSQL is killed once: after a crash it skips numbers of its sequences, so sources and runs that follow have other numbers.
    const kills = [
      ...(await runKilled(installation, importing, [])),
      ...(await runKilled(installation, joining, [{ stage: 'applying', isLater: false, target: postgres }])),
      ...(await runKilled(installation, filling, [{ stage: 'filling', isLater: false, target: node }])),
    ];
    await checkRunsAddUp(installation.pool);
    return { kills, comparison: await compareInstallations(uninterrupted, installation) };
  } finally {
    await installation.disconnect();
  }
}

/** Runs the commands of the first week on separate stores, and kills PostgreSQL and one of three OpenSearch nodes. */
export async function killStores(setup: KillSetup): Promise<{ kills: Kill[]; comparison: Comparison }> {
  const stores = await startOwnStores();
  try {
    return await killStoresOf(setup, stores);
  } finally {
    await stores.stop();
  }
}
