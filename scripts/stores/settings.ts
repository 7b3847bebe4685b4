import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { throwIfAny } from './process.ts';

const verbs = ['up', 'down', 'status'] as const;
type Verb = (typeof verbs)[number];

export type Settings = {
  home: string;
  nodes: number;
  postgresPort: number;
  redisPort: number;
  /** The first node's HTTP port. The following nodes count up; the transport port is the HTTP port + 100. */
  opensearchPort: number;
  heap: string;
};

export type Command = { verb: Verb; install: boolean; purge: boolean; settings: Settings };

const usage = `usage: stores up [--nodes N] [--install]   start PostgreSQL, Redis and OpenSearch
       stores down [--purge]               stop them; --purge also deletes their data
       stores status                       say what is running`;

const maxNodes = 5;
export const transportOffset = 100;

type Env = Record<string, string | undefined>;

export function parseCommand(argv: readonly string[], env: Env): Command {
  const problems: string[] = [];
  const { verb, flags } = parseWords(argv, problems);
  const settings = parseSettings(env, flags.nodes, problems);
  throwIfAny(problems);
  return { verb, install: flags.install === true, purge: flags.purge === true, settings };
}

const options = { nodes: { type: 'string' }, install: { type: 'boolean' }, purge: { type: 'boolean' } } as const;

type Flags = { nodes?: string; install?: boolean; purge?: boolean };

const flagsOf: Record<Verb, readonly string[]> = { up: ['nodes', 'install'], down: ['purge'], status: [] };

function parseWords(argv: readonly string[], problems: string[]): { verb: Verb; flags: Flags } {
  const [word, ...rest] = argv;
  const verb = verbs.find((known) => known === word);
  if (!verb) {
    problems.push(word === undefined ? usage : `unknown command "${word}"\n${usage}`);
    return { verb: 'status', flags: {} };
  }
  try {
    const flags = parseArgs({ args: rest, options }).values;
    const foreign = Object.keys(flags).filter((flag) => !flagsOf[verb].includes(flag));
    problems.push(...foreign.map((flag) => `${verb} has no option --${flag}\n${usage}`));
    return { verb, flags };
  } catch (error) {
    problems.push(`${(error as Error).message}\n${usage}`);
    return { verb, flags: {} };
  }
}

function parseSettings(env: Env, nodesFlag: string | undefined, problems: string[]): Settings {
  const nodes = parseNodes(nodesFlag ?? '1', problems);
  const port = (name: string, standard: number) => parsePort(name, env[name] ?? String(standard), problems);
  const settings = {
    home: resolve(env.ORGDEX_HOME || '.orgdex'),
    nodes,
    postgresPort: port('ORGDEX_STORES_POSTGRES_PORT', 54380),
    redisPort: port('ORGDEX_STORES_REDIS_PORT', 63800),
    opensearchPort: port('ORGDEX_STORES_OPENSEARCH_PORT', 9211),
    heap: parseHeap(env.ORGDEX_STORES_OPENSEARCH_HEAP ?? (nodes === 1 ? '1g' : '768m'), problems),
  };
  if (problems.length === 0) problems.push(...portClashes(settings));
  return settings;
}

function parseNodes(text: string, problems: string[]): number {
  const nodes = Number(text);
  // Odd, so that a majority survives the loss of one half.
  if (/^\d+$/.test(text) && nodes % 2 === 1 && nodes <= maxNodes) return nodes;
  problems.push(`--nodes must be 1, 3 or ${maxNodes}, not "${text}"`);
  return 1;
}

function parsePort(name: string, text: string, problems: string[]): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65535) return port;
  problems.push(`${name} must be a port from 1 to 65535, not "${text}"`);
  return 0;
}

function parseHeap(text: string, problems: string[]): string {
  const match = /^(\d+)([mg])$/i.exec(text);
  const megabytes = match ? Number(match[1]) * (match[2]?.toLowerCase() === 'g' ? 1024 : 1) : 0;
  if (megabytes >= 256) return text.toLowerCase();
  problems.push(`ORGDEX_STORES_OPENSEARCH_HEAP must be a size of at least 256m such as "768m" or "1g", not "${text}"`);
  return '';
}

export type PortUse = { port: number; setting: string };

export const nodeNumbersOf = (settings: Settings) => Array.from({ length: settings.nodes }, (_, index) => index + 1);

export const httpPortOf = (settings: Settings, number: number) => settings.opensearchPort + number - 1;

export function nodePortsOf(settings: Settings, number: number): PortUse[] {
  const http = httpPortOf(settings, number);
  return [http, http + transportOffset].map((port) => ({ port, setting: 'ORGDEX_STORES_OPENSEARCH_PORT' }));
}

function portClashes(settings: Settings): string[] {
  const uses: PortUse[] = [
    { port: settings.postgresPort, setting: 'ORGDEX_STORES_POSTGRES_PORT' },
    { port: settings.redisPort, setting: 'ORGDEX_STORES_REDIS_PORT' },
    ...nodeNumbersOf(settings).flatMap((number) => nodePortsOf(settings, number)),
  ];
  const clashes = uses.flatMap(({ port, setting }, index) => {
    if (port > 65535) return [`${setting} leads to port ${port}, which does not exist`];
    const earlier = uses.slice(0, index).find((use) => use.port === port);
    return earlier ? [`${setting} and ${earlier.setting} both use port ${port}`] : [];
  });
  return [...new Set(clashes)];
}
