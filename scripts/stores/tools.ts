import { existsSync, globSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findJavas, type Java, minJavaVersion } from './java.ts';
import { hasLib } from './opensearch.ts';
import { type PostgresTools, postgresDataVersion, postgresUser } from './postgres.ts';
import { programsOnPath, type RunOptions, run } from './process.ts';

/** The programs the stores are made of. */
export type Tools = { postgres: PostgresTools; redis: string; java: Java; mvn: string | undefined };

/** Something that is not on this machine: what it is for, and the Debian packages that bring it. */
export type Missing = { what: string; why: string; packages: readonly string[] };

const minPostgresVersion = 15;

export const isRoot = () => process.getuid?.() === 0;

export async function findTools(home: string): Promise<{ tools: Tools | undefined; missing: Missing[] }> {
  const [postgres, javas] = await Promise.all([findPostgres(home), findJavas(home)]);
  const java = javas.find(({ version }) => version >= minJavaVersion);
  const [redis] = programsOnPath('redis-server');
  const [mvn] = programsOnPath('mvn');
  const missing: Missing[] = [];
  if ('what' in postgres) missing.push(postgres);
  if (!redis) missing.push({ what: 'redis-server', why: 'for rate limits', packages: ['redis-server'] });
  if (!java) missing.push(missingJava(javas));
  if (!mvn && !hasLib(home)) {
    missing.push({ what: 'Maven (mvn)', why: 'to fetch OpenSearch', packages: ['maven'] });
  }
  if ('what' in postgres || !redis || !java || missing.length > 0) return { tools: undefined, missing };
  return { tools: { postgres, redis, java, mvn }, missing };
}

/** The first of these that a release of Debian has. */
export const javaPackages = [
  'temurin-25-jdk',
  'openjdk-25-jre-headless',
  'temurin-21-jdk',
  'openjdk-21-jre-headless',
] as const;

function missingJava(javas: readonly Java[]): Missing {
  const found = javas[0] ? `; the newest here is ${javas[0].version}` : '';
  return { what: `Java ${minJavaVersion} or newer`, why: `to run OpenSearch${found}`, packages: javaPackages };
}

async function findPostgres(home: string): Promise<PostgresTools | Missing> {
  const runAs = isRoot() ? await accountOf(postgresUser) : {};
  const wanted = postgresDataVersion(home);
  const servers = (await Promise.all(postgresBins().map(askPostgres)))
    .filter((server) => server !== undefined)
    .filter(({ version }) => (wanted === undefined ? version >= minPostgresVersion : version === wanted))
    .sort((a, b) => b.version - a.version);
  const [newest] = servers;
  if (newest && runAs) return { ...newest, runAs };
  const what = wanted === undefined ? `PostgreSQL ${minPostgresVersion} or newer` : `PostgreSQL ${wanted}`;
  const why = wanted === undefined ? 'to keep the database' : 'whose data is in the data directory';
  if (newest)
    return { what: `the user ${postgresUser}`, why: 'as root cannot run PostgreSQL', packages: ['postgresql'] };
  return { what, why, packages: [wanted === undefined ? 'postgresql' : `postgresql-${wanted}`] };
}

// Debian keeps the server's programs off PATH.
function postgresBins(): string[] {
  const found = [
    ...programsOnPath('postgres'),
    ...globSync(['/usr/lib/postgresql/*/bin/postgres', '/usr/pgsql-*/bin/postgres']),
  ];
  return [...new Set(found.map((path) => dirname(realpathSync(path))))].filter((bin) =>
    existsSync(join(bin, 'initdb')),
  );
}

async function askPostgres(bin: string): Promise<{ version: number; bin: string } | undefined> {
  const { output } = await run(join(bin, 'postgres'), ['--version']);
  const version = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  return version ? { version: Number(version), bin } : undefined;
}

async function accountOf(user: string): Promise<RunOptions | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
  return uid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined;
}
