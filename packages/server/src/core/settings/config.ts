import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../errors/failure.ts';
import { parseAddress } from '../ip-addresses.ts';

/** The value of ORGDEX_EXCHANGE_RATES that selects the table that orgdex ships. */
export const builtIn = 'built-in';

interface Setting<T> {
  readonly what: string;
  /** As an operator would write it. */
  readonly default: string;
  readonly parse: (text: string) => T | undefined;
  /** Describes a valid value. */
  readonly form: string;
  /** The property of `stores.json` with a value for this setting. */
  readonly fromStores?: 'databaseUrl' | 'redisUrl' | 'opensearchUrls';
  /** It can contain a password: a file can hold it (NAME_FILE), and no message contains it. */
  readonly isSecret?: true;
}

const port = { parse: (text: string) => parseBetween(text, 0, 65_535), form: 'a port number, or 0 for any free port' };
const words = { parse: (text: string) => text || undefined, form: 'text' };
const url = (...protocols: string[]) => ({
  parse: (text: string) => (protocols.includes(URL.parse(text)?.protocol ?? '') ? text : undefined),
  form: `a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
});
const urls = {
  parse: (text: string) => {
    const all = text.split(',').map((part) => part.trim());
    return all.every((one) => url('http:', 'https:').parse(one)) ? all : undefined;
  },
  form: 'one or more http:// or https:// URLs, separated by commas',
};
/** The proxies whose `X-Forwarded-…` headers are trusted: by default none. */
const proxies = {
  parse: (text: string) => {
    const all = text.split(',').map((part) => part.trim());
    if (text === 'none') return [];
    return all.every(parseAddress) ? all : undefined;
  },
  form: 'none, or IP addresses and networks (10.0.0.0/8), separated by commas',
};
/** Months by the name of the source; the empty name is for all others; undefined: no limit. */
function parseAges(text: string): ReadonlyMap<string, number | undefined> | undefined {
  const ages = new Map<string, number | undefined>();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, name = '', age = ''] = /^(?:([A-Za-z0-9][A-Za-z0-9._-]{0,63})=)?([a-z0-9]{1,4})$/.exec(part) ?? [];
    const months = parseBetween(age, 1, 1200);
    if ((months === undefined && age !== 'none') || ages.has(name)) return undefined;
    ages.set(name, months);
  }
  return ages.has('') ? ages : undefined;
}
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function parseBetween(text: string, min: number, max: number): number | undefined {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** All settings. The parser, the reference page and the compose file are checked against this table. */
export const settings = {
  ORGDEX_HOME: {
    what: 'Directory for the secret, the suppression list, rejected rows and the usage spool. Use a persistent disk',
    default: '.orgdex',
    ...words,
  },
  DATABASE_URL: {
    isSecret: true,
    what: 'Address of PostgreSQL, which stores all data',
    default: 'postgres://orgdex@127.0.0.1:5432/orgdex',
    fromStores: 'databaseUrl',
    ...url('postgres:', 'postgresql:'),
  },
  OPENSEARCH_URL: {
    isSecret: true,
    what: 'Addresses of all OpenSearch nodes',
    default: 'http://127.0.0.1:9200',
    fromStores: 'opensearchUrls',
    ...urls,
  },
  REDIS_URL: {
    isSecret: true,
    what: 'Address of Redis, which enforces rate limits and daily caps',
    default: 'redis://127.0.0.1:6379',
    fromStores: 'redisUrl',
    ...url('redis:', 'rediss:'),
  },
  ORGDEX_POOL_SIZE: {
    what: [
      'Connections to PostgreSQL in each pool of a process. A serving process has two pools, for requests and for',
      'publishing; a command has one',
    ].join(' '),
    default: '10',
    parse: (text: string) => parseBetween(text, 5, 1000),
    form: 'a number from 5 to 1000',
  },
  ORGDEX_INDEX_PREFIX: {
    what: 'Prefix of all index names. Installations that share an OpenSearch cluster need different prefixes',
    default: 'orgdex',
    parse: (text: string) => (/^[a-z][a-z0-9-]{0,40}$/.test(text) ? text : undefined),
    form: 'lowercase letters, digits and hyphens',
  },
  ORGDEX_REPLICAS: {
    what: 'Replicas of each shard; `auto` keeps one copy on every node',
    default: 'auto',
    parse: (text: string) => (text === 'auto' ? 'auto' : parseBetween(text, 0, 20)?.toString()),
    form: 'auto, or a number from 0 to 20',
  },
  ORGDEX_SHARDS: {
    what: 'Primary shards of each index of a new generation',
    default: '1',
    parse: (text: string) => parseBetween(text, 1, 1024),
    form: 'a number from 1 to 1024',
  },
  ORGDEX_BATCH_ROWS: {
    what: 'Rows that an import applies in one transaction',
    default: '5000',
    parse: (text: string) => parseBetween(text, 1, 1_000_000),
    form: 'a number from 1 to 1000000',
  },
  ORGDEX_ROSTER_PEOPLE: {
    what: [
      'Companies with up to this many people are stored with a roster, so that a people search reads one',
      'document; larger companies are searched. A change requires a rebuild',
    ].join(' '),
    default: '200',
    parse: (text: string) => parseBetween(text, 0, 1000),
    form: 'a number from 0 to 1000',
  },
  ORGDEX_PEOPLE_MAX_AGE: {
    what: [
      'How many months after they were last observed `orgdex person expire` removes people; for single sources after a comma:',
      '`18,crm=12,newsletter=none`',
    ].join(' '),
    default: '18',
    parse: parseAges,
    form: 'a number of months or none, then <source>=<months or none> for each exception, separated by commas',
  },
  ORGDEX_EXCHANGE_RATES: {
    what: 'Table of yearly exchange rates, used to convert revenue to US dollars. A change requires a rebuild',
    default: builtIn,
    ...words,
    form: `${builtIn}, or the path of a CSV file such as docs/reference/exchange-rates.csv`,
  },
  HOST: { what: 'Address that `orgdex serve` listens on', default: '127.0.0.1', ...words },
  PORT: { what: 'Port that `orgdex serve` listens on', default: '8080', ...port },
  ORGDEX_DRAIN_SECONDS: {
    what: [
      'How long `orgdex serve` continues to serve after SIGTERM, while `/readyz` responds 503, so that load balancers send',
      'requests elsewhere; `auto` is 5, and 0 in a terminal',
    ].join(' '),
    default: 'auto',
    parse: (text: string) => (text === 'auto' ? 'auto' : parseBetween(text, 0, 300)?.toString()),
    form: 'auto, or a number from 0 to 300',
  },
  METRICS_HOST: {
    what: 'Address of the metrics endpoint. It needs no key: do not expose it to the internet',
    default: '127.0.0.1',
    ...words,
  },
  METRICS_PORT: { what: 'Port of the metrics endpoint', default: '9464', ...port },
  ORGDEX_TRUSTED_PROXIES: {
    what: [
      'Reverse proxies whose `X-Forwarded-For`, `-Proto` and `-Host` headers are trusted. Behind a proxy, IP allowlists of keys',
      'and the sign-in to the console need this',
    ].join(' '),
    default: 'none',
    ...proxies,
  },
  ORGDEX_CONNECTIONS_PER_ADDRESS: {
    what: 'Connections that one process accepts from one client address; ORGDEX_TRUSTED_PROXIES have no limit',
    default: '256',
    parse: (text: string) => parseBetween(text, 1, 65_535),
    form: 'a number from 1 to 65535',
  },
  ORGDEX_CONCURRENCY: {
    what: 'Requests that one process handles at the same time. The same number can wait briefly; all others get a 503',
    default: '128',
    parse: (text: string) => parseBetween(text, 8, 10_000),
    form: 'a number from 8 to 10000',
  },
  ORGDEX_CACHE_MB: {
    what: 'Size of the cache for recently read profiles and identifiers, in megabytes per process; 0 turns it off',
    default: '256',
    parse: (text: string) => parseBetween(text, 0, 65_536),
    form: 'a number from 0 to 65536',
  },
  ORGDEX_API_KEY: {
    isSecret: true,
    what: 'API key that `orgdex enrich` sends, unless --key-file names a file. Other commands do not use it',
    default: '',
    parse: (text: string) => text,
    form: 'an API key',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    what: [
      'Address of an OpenTelemetry collector that `orgdex serve` sends traces to (OTLP over HTTP), such as',
      'http://127.0.0.1:4318. Empty: no traces',
    ].join(' '),
    default: '',
    parse: (text: string) => (text === '' ? '' : url('http:', 'https:').parse(text)),
    form: `empty, or ${url('http:', 'https:').form}`,
  },
  OTEL_SERVICE_NAME: { what: 'Name of this service in traces', default: 'orgdex', ...words },
  OTEL_TRACES_SAMPLER_ARG: {
    what: 'Share of requests that are traced, from 0 to 1. A `traceparent` header of the caller decides for its request',
    default: '1',
    parse: (text: string) => (/^(?:0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?)$/.test(text) ? Number(text) : undefined),
    form: 'a number from 0 to 1, such as 0.1',
  },
  LOG_LEVEL: {
    what: 'Log level',
    default: 'info',
    parse: (text: string) => (levels.includes(text) ? text : undefined),
    form: levels.join(', '),
  },
} as const satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
export type SettingName = keyof Settings;
export type Config = { [K in SettingName]: NonNullable<ReturnType<Settings[K]['parse']>> };

type Environment = Record<string, string | undefined>;

/** What is wrong with the content of `stores.json`, or undefined. */
function faultOf(found: unknown): string | undefined {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return 'it must be a JSON object';
  const wrong = Object.entries(found).find(([, value]) => ![value].flat().every((one) => typeof one === 'string'));
  return wrong && `"${wrong[0]}" must be a string or a list of strings`;
}

/** The settings that `stores:up` wrote to the home folder. The file is optional. */
function readStores(home: string, problems: string[]): Record<string, string> {
  const path = join(home, 'stores.json');
  const refuse = (because: string) => {
    const fix = 'Fix the file, or delete it and run `npm run stores:up` to write it again.';
    problems.push(`Cannot read the settings in ${path}: ${because}. ${fix}`);
    return {};
  };
  try {
    const found = JSON.parse(readFileSync(path, 'utf8'));
    const fault = faultOf(found);
    return fault
      ? refuse(fault)
      : Object.fromEntries(Object.entries(found).map(([key, value]) => [key, String(value)]));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    return refuse(error instanceof SyntaxError ? `it is not valid JSON (${message})` : message);
  }
}

/** The content of the file that NAME_FILE names, without the line break at its end, as orchestrators mount secrets. */
function readSecretFile(name: string, env: Environment, problems: string[]): string | undefined {
  const path = env[`${name}_FILE`];
  if (path === undefined || path === '') return undefined;
  if (env[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set: set only one of them.`);
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    problems.push(`${name}_FILE: cannot read ${path} (${(error as NodeJS.ErrnoException).code}).`);
    return undefined;
  }
}

/**
 * Reads and checks all settings, and reports all problems at once. The environment overrides `stores.json`, which
 * overrides the defaults.
 */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const stores = readStores(env.ORGDEX_HOME || settings.ORGDEX_HOME.default, problems);
  const entries = (Object.entries(settings) as [SettingName, Setting<unknown>][]).map(([name, setting]) => {
    const secret = setting.isSecret && readSecretFile(name, env, problems);
    const text = env[name] ?? secret ?? stores[setting.fromStores ?? ''] ?? setting.default;
    const value = setting.parse(text);
    const shown = setting.isSecret ? 'invalid' : JSON.stringify(text);
    if (value === undefined) problems.push(`${name} is ${shown}: it must be ${setting.form}.`);
    return [name, value];
  });
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  return Object.fromEntries(entries) as Config;
}
