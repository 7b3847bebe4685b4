import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mappingHash } from '../../../server/src/engine/mapping.ts';
import { builtInRates } from '../../../server/src/rules/money/exchange-rates.ts';
import { rulesHash } from '../../../server/src/rules/rules-hash.ts';
import { asAdmin } from '../../../server/test/support/stores/database.ts';
import { namesOf, openPlace, type Place, type PlaceNames } from './installation.ts';

const migrations = new URL('../../../server/migrations/', import.meta.url);

function tablesHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(name, migrations)));
  return hash.digest('hex').slice(0, 12);
}

/** What a kept world must agree with to be used again. */
const factsOf = (people: number) =>
  JSON.stringify({ people, tables: tablesHash(), rules: rulesHash(builtInRates), mapping: mappingHash() });

/** Written last, so that a world that was cut off while it was loaded is none. */
const factsFile = ({ home }: PlaceNames) => join(home, 'world.json');

function isThere(names: PlaceNames, people: number): boolean {
  const file = factsFile(names);
  return existsSync(file) && readFileSync(file, 'utf8') === factsOf(people);
}

const databaseOf = ({ database }: PlaceNames) => new URL(database).pathname.slice(1);

/** Takes everything of a world away. */
async function drop(names: PlaceNames): Promise<void> {
  rmSync(names.home, { recursive: true, force: true });
  const place = openPlace(names);
  await place.engine.indices.delete({ index: `${names.prefix}-*`, ignore_unavailable: true });
  await place.close();
  await asAdmin(`DROP DATABASE IF EXISTS ${databaseOf(names)} WITH (FORCE)`);
  rmSync(names.home, { recursive: true, force: true });
}

async function load(names: PlaceNames, people: number): Promise<Place> {
  await drop(names);
  await asAdmin(`CREATE DATABASE ${databaseOf(names)}`);
  const place = openPlace(names);
  try {
    await place.orgdex('demo', '--companies', String(Math.ceil(people / 4)), '--people', String(people), '--json');
    await place.pool.query('VACUUM ANALYZE');
    writeFileSync(factsFile(names), factsOf(people));
    return place;
  } catch (error) {
    await place.close();
    await drop(names);
    throw error;
  }
}

export interface BenchWorld {
  readonly place: Place;
  /** Closes it; a world of our own that shall not be kept is taken away. */
  end(): Promise<void>;
}

interface WorldOrder {
  readonly people: number;
  readonly isKept: boolean;
  /** Nobody else's: other runs on these engines neither use it nor drop it. */
  readonly isOwn?: boolean;
  note(text: string): void;
}

/** An invented world of this size, loaded as an operator would; one that is there already and still fits is used. */
export async function openBenchWorld({ people, isKept, isOwn = false, note }: WorldOrder): Promise<BenchWorld> {
  const names = namesOf(isOwn ? `own${randomBytes(6).toString('hex')}` : String(people));
  const found = isThere(names, people);
  if (!found) note(`loading a world of ${people} people`);
  const place = found ? openPlace(names) : await load(names, people);
  return {
    place,
    async end() {
      await place.close();
      if (!isKept) await drop(names);
    },
  };
}

/** A world that somebody else loaded and looks after. */
export function openGivenWorld(names: PlaceNames): BenchWorld {
  const place = openPlace(names);
  return { place, end: () => place.close() };
}
