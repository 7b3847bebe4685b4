import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInRates } from '../../../server/src/knowledge/rules/money/exchange-rates.ts';
import { rulesHash } from '../../../server/src/knowledge/rules/rules-hash.ts';
import { mappingHash } from '../../../server/src/stores/opensearch/mapping.ts';
import { asAdmin, dropDatabase } from '../../../testing/src/stores/database.ts';
import {
  type BenchInstallation,
  type InstallationNames,
  installationNames,
  openBenchInstallation,
} from './installation.ts';

const migrations = new URL('../../../server/migrations/', import.meta.url);

function tablesHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(name, migrations)));
  return hash.digest('hex').slice(0, 12);
}

/** What is loaded, and how. */
export interface DatasetContent {
  /** Identifies the dataset in the stores and in `facts`. */
  readonly name: string;
  readonly facts: Readonly<Record<string, number | string>>;
  /** Fills an empty installation. */
  load(installation: BenchInstallation): Promise<void>;
}

/** A kept dataset is only used again if these values are the same. */
const factsOf = ({ facts }: DatasetContent) =>
  JSON.stringify({ ...facts, tables: tablesHash(), rules: rulesHash(builtInRates), mapping: mappingHash() });

/** Written last, so that an interrupted load does not count as a dataset. */
const factsFile = ({ home }: InstallationNames) => join(home, 'dataset.json');

function isThere(names: InstallationNames, content: DatasetContent): boolean {
  const file = factsFile(names);
  return existsSync(file) && readFileSync(file, 'utf8') === factsOf(content);
}

const databaseOf = ({ database }: InstallationNames) => new URL(database).pathname.slice(1);

/** Removes a dataset from all stores. */
async function drop(names: InstallationNames): Promise<void> {
  rmSync(names.home, { recursive: true, force: true });
  const installation = openBenchInstallation(names);
  await installation.opensearch.indices.delete({ index: `${names.prefix}-*`, ignore_unavailable: true });
  await installation.close();
  await dropDatabase(databaseOf(names));
  rmSync(names.home, { recursive: true, force: true });
}

async function load(names: InstallationNames, content: DatasetContent): Promise<BenchInstallation> {
  await drop(names);
  await asAdmin(`CREATE DATABASE ${databaseOf(names)}`);
  const installation = openBenchInstallation(names);
  try {
    await content.load(installation);
    await installation.pool.query('VACUUM ANALYZE');
    writeFileSync(factsFile(names), factsOf(content));
    return installation;
  } catch (error) {
    await installation.close();
    await drop(names);
    throw error;
  }
}

export interface BenchDataset {
  readonly installation: BenchInstallation;
  /** Closes the dataset, and removes it unless it is kept or existed before. */
  end(): Promise<void>;
}

interface DatasetOptions {
  readonly isKept: boolean;
  /** Other runs on these stores neither use nor drop it. */
  readonly isOwn?: boolean;
  note(text: string): void;
}

/** A dataset with this content. A kept dataset is used if it is up to date. */
export async function openDataset(
  content: DatasetContent,
  { isKept, isOwn = false, note }: DatasetOptions,
): Promise<BenchDataset> {
  const names = installationNames(isOwn ? `own${randomBytes(6).toString('hex')}` : content.name);
  const found = isThere(names, content);
  if (!found) note(`loading a dataset: ${JSON.stringify(content.facts)}`);
  const installation = found ? openBenchInstallation(names) : await load(names, content);
  return {
    installation,
    async end() {
      await installation.close();
      if (!isKept) await drop(names);
    },
  };
}

/** A synthetic dataset of this size, loaded with `orgdex demo`. */
export const openBenchDataset = ({ people, ...options }: DatasetOptions & { people: number }): Promise<BenchDataset> =>
  openDataset(
    {
      name: String(people),
      facts: { people },
      async load({ orgdex }) {
        const companies = String(Math.ceil(people / 4));
        await orgdex('demo', '--companies', companies, '--people', String(people), '--json');
      },
    },
    options,
  );

/** An existing installation, which is not changed or removed. */
export function openExistingDataset(names: InstallationNames): BenchDataset {
  const installation = openBenchInstallation(names);
  return { installation, end: () => installation.close() };
}
