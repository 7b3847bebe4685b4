import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Java } from './java.ts';
import { isProcessOf, programsOnPath, readPid, run, runOrThrow, stopProcess } from './process.ts';
import { httpPortOf, nodeNumbersOf, nodePortsOf, type Settings, transportOffset } from './settings.ts';
import { shrinkCluster } from './shrink.ts';
import type { Daemon, Store } from './store.ts';

export type OpenSearchTools = { java: Java; mvn: string | undefined };

const pom = join(import.meta.dirname, 'pom.xml');
const folderOf = (home: string) => join(home, 'stores', 'opensearch');
export const libOf = (home: string) => join(folderOf(home), 'lib');

export const opensearchUrlsOf = (settings: Settings) =>
  nodeNumbersOf(settings).map((number) => `http://127.0.0.1:${httpPortOf(settings, number)}`);

/** How many nodes the data here belongs to, running or not. */
export function nodesOnDisk(home: string): number {
  const names = existsSync(folderOf(home)) ? readdirSync(folderOf(home)) : [];
  return Math.max(0, ...names.map((name) => Number(/^n(\d)$/.exec(name)?.[1] ?? 0)));
}

export function opensearchStore(settings: Settings, tools: () => OpenSearchTools): Store {
  const urls = opensearchUrlsOf(settings);
  return {
    name: 'OpenSearch',
    address: urls.join(' '),
    daemons: nodeNumbersOf(settings).map((number) => nodeDaemon(settings, number, tools)),
    prepare: async () => {
      await prepareLib(settings.home, tools());
      const nodes = nodesOnDisk(settings.home);
      if (nodes > settings.nodes) await shrinkCluster(opensearchStore({ ...settings, nodes }, tools), settings.nodes);
    },
    isReady: async () => (await Promise.all(urls.map((url) => isClusterWhole(url, settings.nodes)))).every(Boolean),
  };
}

function nodeDaemon(settings: Settings, number: number, tools: () => OpenSearchTools): Daemon {
  const folder = join(folderOf(settings.home), `n${number}`);
  const pidFile = join(folder, 'pid');
  const log = join(folder, 'opensearch.log');

  const pid = () => {
    const found = readPid(pidFile);
    return found !== undefined && isProcessOf(found, folder) ? found : undefined;
  };
  const start = async () => {
    mkdirSync(join(folder, 'conf'), { recursive: true });
    writeFileSync(join(folder, 'conf', 'opensearch.yml'), configOf(settings, number));
    writeFileSync(join(folder, 'conf', 'log4j2.properties'), logConfig);
    const args = await javaArgumentsOf(settings, folder, tools().java);
    const output = openSync(log, 'a');
    const child = spawn(tools().java.program, args, { cwd: folder, detached: true, stdio: ['ignore', output, output] });
    child.unref();
    writeFileSync(pidFile, `${child.pid}\n`);
  };
  return {
    name: `OpenSearch n${number}`,
    folder,
    address: `http://127.0.0.1:${httpPortOf(settings, number)}`,
    ports: nodePortsOf(settings, number),
    log,
    pid,
    start,
    stop: () => stopProcess(pid, ['SIGTERM', 'SIGKILL']),
  };
}

function configOf(settings: Settings, number: number): string {
  const http = httpPortOf(settings, number);
  const seeds = nodeNumbersOf(settings).map((each) => `127.0.0.1:${httpPortOf(settings, each) + transportOffset}`);
  // "force." overrides what the runner would set by itself: a name, the next free port, two roles, a cluster of one.
  const config = {
    'force.node.name': `n${number}`,
    'force.http.port': http,
    'transport.port': http + transportOffset,
    'network.host': '127.0.0.1',
    'force.node.roles': 'cluster_manager,data,ingest,remote_cluster_client',
    'force.discovery.type': 'zen',
    'discovery.seed_hosts': seeds,
    // Only the first node founds a cluster; the others join it, at once or when the cluster grows later.
    ...(number === 1 && { 'cluster.initial_cluster_manager_nodes': ['n1'] }),
    // A developer's full disk must not turn the indices read-only.
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  return Object.entries(config)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');
}

export const logConfig = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
`;

async function javaArgumentsOf(settings: Settings, folder: string, java: Java): Promise<string[]> {
  const heap = [`-Xms${settings.heap}`, `-Xmx${settings.heap}`];
  const runner = runnerArgumentsOf({ base: folder, conf: join(folder, 'conf'), lib: libOf(settings.home) });
  return [...heap, ...(await javaOptionsOf(java)), ...runner];
}

/** Options for the JVM, without the size of its heap. */
export async function javaOptionsOf(java: Java): Promise<string[]> {
  const { output: modules } = await run(java.program, ['--list-modules']);
  const vectors = modules.includes('jdk.incubator.vector') ? ['--add-modules=jdk.incubator.vector'] : [];
  return [
    '-XX:+ExitOnOutOfMemoryError',
    '-Dfile.encoding=UTF-8',
    '-Djava.awt.headless=true',
    '-Djna.nosys=true',
    '-Dlog4j2.disable.jmx=true',
    '-Dlog4j.shutdownHookEnabled=false',
    '-Dio.netty.allocator.numDirectArenas=0',
    '--add-opens=java.base/java.nio=ALL-UNNAMED',
    '--enable-native-access=ALL-UNNAMED',
    ...vectors,
  ];
}

/** The program that starts a node, and the folders of its data, its configuration and its jars. */
export function runnerArgumentsOf({ base, conf, lib }: { base: string; conf: string; lib: string }): string[] {
  const options = {
    basePath: base,
    confPath: conf,
    numOfNode: '1',
    clusterName: 'orgdex',
    pluginTypes: 'org.opensearch.plugin.analysis.icu.AnalysisICUPlugin',
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);
  return ['-cp', `${lib}/*`, 'org.codelibs.opensearch.runner.OpenSearchRunner', ...words];
}

/** Whether the jars that the committed pom names are here already. */
export function hasLib(home: string): boolean {
  const copy = join(libOf(home), 'pom.xml');
  return existsSync(copy) && readFileSync(copy, 'utf8') === readFileSync(pom, 'utf8');
}

export async function prepareLib(home: string, { java, mvn }: OpenSearchTools): Promise<void> {
  if (hasLib(home)) return;
  const partial = `${libOf(home)}.partial`;
  for (const folder of [partial, libOf(home)]) rmSync(folder, { recursive: true, force: true });
  console.log('OpenSearch  fetched with Maven, which can take two minutes the first time');
  const copy = ['-B', '-q', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime'];
  // Maven keeps the system's Java if there is one: its trust store is the one that the system looks after.
  const hasSystemJava = process.env.JAVA_HOME !== undefined || programsOnPath('java').length > 0;
  const env = hasSystemJava ? process.env : { ...process.env, JAVA_HOME: java.home };
  await runOrThrow(mvn ?? 'mvn', [...copy, `-DoutputDirectory=${partial}`], { env });
  writeFileSync(join(partial, 'pom.xml'), readFileSync(pom));
  renameSync(partial, libOf(home));
}

async function isClusterWhole(url: string, nodes: number): Promise<boolean> {
  try {
    const response = await fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(5_000) });
    const health = (await response.json()) as { number_of_nodes?: number; status?: string };
    return response.ok && health.number_of_nodes === nodes && health.status !== 'red';
  } catch {
    return false;
  }
}
