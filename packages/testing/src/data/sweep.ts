import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../../../server/src/core/settings/config.ts';
import { normalizeEmail, normalizePhone } from '../../../server/src/knowledge/rules/contacts/contact-values.ts';
import type { Installation } from '../processes/installation.ts';

/** A place in which a value could have been stored. */
export interface Place {
  name: string;
  text: string;
}

/** The encodings in which programs write bytes. */
const encodings = ['hex', 'base64', 'base64url'] as const;

/** A notation, its encodings and its unkeyed hashes, which can be guessed. In lower case, without padding. */
function disguises(spelling: string): string[] {
  const bytes = Buffer.from(spelling);
  const hashes = ['sha256', 'sha1', 'md5'].map((name) => createHash(name).update(bytes).digest());
  const encoded = [bytes, ...hashes].flatMap((some) => encodings.map((encoding) => some.toString(encoding)));
  return [spelling, encodeURIComponent(spelling), ...encoded].map((text) => text.replace(/=+$/, '').toLowerCase());
}

/**
 * The texts that identify a value: for an email address its local part, for a phone number the digits that all
 * notations share.
 */
function needlesOf(value: string, country: string): string[] {
  const isEmail = value.includes('@');
  const plain = isEmail ? normalizeEmail(value) : normalizePhone(value, country);
  if (plain === undefined) throw new Error(`${value} is not a contact value.`);
  const digits = plain.replace(/\D/g, '');
  const spellings = isEmail ? [value, plain] : [value, plain, digits];
  const core = isEmail ? plain.replace(/@.*/, '') : digits.slice(-9);
  return [core, ...spellings.flatMap(disguises)];
}

/** The length of the prefixes by which needles are indexed, so that a text is scanned only once. */
const width = 7;

type Needles = Map<string, { needle: string; value: string }[]>;

function gatherNeedles(values: readonly string[], country: string): Needles {
  const all = values.flatMap((value) => needlesOf(value, country).map((needle) => ({ needle, value })));
  return Map.groupBy(all, ({ needle }) => needle.slice(0, width));
}

function* hitsIn(text: string, needles: Needles): Generator<string> {
  for (let at = 0; at <= text.length - width; at += 1) {
    for (const { needle, value } of needles.get(text.slice(at, at + width)) ?? []) {
      if (text.startsWith(needle, at)) yield value;
    }
  }
}

/** Joins digits that are separated only by the punctuation of a phone number. */
const joinDigits = (text: string) => text.replace(/(?<=\d)[\s().+-]+(?=\d)/g, '');

/** Finds these contact values in the given places: `value in place`. */
export function findContacts(places: readonly Place[], values: readonly string[], country: string): string[] {
  const needles = gatherNeedles(values, country);
  return places.flatMap(({ name, text }) => {
    const plain = text.toLowerCase();
    const found = new Set([...hitsIn(plain, needles), ...hitsIn(joinDigits(plain), needles)]);
    return [...found].map((value) => `${value} in ${name}`);
  });
}

/** Finds these words in the given places. */
export const findWords = (places: readonly Place[], words: readonly string[]): string[] =>
  places.flatMap(({ name, text }) => words.filter((word) => text.includes(word)).map((word) => `${word} in ${name}`));

const dump = globSync(['/usr/lib/postgresql/*/bin/pg_dump', '/usr/pgsql-*/bin/pg_dump']).sort().at(-1) ?? 'pg_dump';

/** The whole database as text, including staged rows, and the column values in the planner's statistics. */
export async function databasePlaces({ url, pool }: Pick<Installation, 'url' | 'pool'>): Promise<Place[]> {
  const { stdout } = await promisify(execFile)(dump, [url], { maxBuffer: 2 ** 29 });
  const { rows } = await pool.query(
    `SELECT s::text AS line FROM pg_stats s WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  return [
    { name: 'the database', text: stdout },
    { name: 'the statistics of the database', text: rows.map(({ line }) => line).join('\n') },
  ];
}

/** Every document of every index, and the mappings. */
export async function indexPlaces({ opensearch, prefix }: Installation): Promise<Place[]> {
  const index = `${prefix}-*`;
  await opensearch.indices.refresh({ index });
  const { body } = await opensearch.search({ index, body: { size: 10_000, track_total_hits: true } });
  const { hits, total } = body.hits;
  const found = typeof total === 'object' ? total.value : total;
  if (hits.length !== found) throw new Error(`Only ${hits.length} of ${found} documents were read.`);
  const mappings = await opensearch.indices.getMapping({ index });
  return [
    { name: 'the index', text: JSON.stringify(hits) },
    { name: 'the mappings', text: JSON.stringify(mappings.body) },
  ];
}

/** Every file in the home folder, except for the secret. */
export const homePlaces = ({ home }: Installation): Place[] =>
  globSync(join(home, '**/*'))
    .filter((path) => statSync(path).isFile() && path !== join(home, 'secret'))
    .map((path) => ({ name: relative(home, path), text: readFileSync(path, 'utf8') }));

/** The logs of the stores, from now on. */
export function watchOpenSearchLogs() {
  const folder = join(readConfig().ORGDEX_HOME, 'stores');
  const logs = globSync(['postgres/*.log', 'opensearch/*/*.log', 'redis/*.log'], { cwd: folder });
  const from = logs.map((log) => ({ log, bytes: statSync(join(folder, log)).size }));
  return {
    logs,
    places: (): Place[] =>
      from.map(({ log, bytes }) => ({ name: log, text: readFileSync(join(folder, log)).toString('utf8', bytes) })),
  };
}
