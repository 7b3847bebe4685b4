import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IndexReader } from '../../../server/src/stores/opensearch/index-reader.ts';
import { type Directory, directoryCompany } from '../../../server/src/synthetic/directory/company.ts';
import { writeDirectory } from '../../../server/src/synthetic/directory/table.ts';
import { type BenchDataset, openDataset } from '../speed/dataset.ts';
import { type BenchInstallation, liveGeneration } from '../speed/installation.ts';

const anyRowCount = ['--expect', '0-999999999', '--json'];

async function load({ home, orgdex }: BenchInstallation, directory: Directory): Promise<void> {
  const folder = join(home, 'directory');
  mkdirSync(folder, { recursive: true });
  await orgdex('migrate');
  await orgdex('import', 'companies', ...writeDirectory(directory, folder), '--source', 'directory', ...anyRowCount);
  await orgdex('rebuild');
  rmSync(folder, { recursive: true });
}

/** Changes with the generator. */
function sampleOf(directory: Directory): string {
  const some = Array.from({ length: 500 }, (_, index) => directoryCompany(directory, index));
  return createHash('sha256').update(JSON.stringify(some)).digest('hex').slice(0, 12);
}

interface Options {
  readonly isKept: boolean;
  note(text: string): void;
}

/** A synthetic directory in the stores: one table per country, imported and published like any other. */
export const openDirectory = (directory: Directory, options: Options): Promise<BenchDataset> =>
  openDataset(
    {
      name: `directory${directory.companies}x${directory.seed}`,
      facts: { ...directory, sample: sampleOf(directory) },
      load: (installation) => load(installation, directory),
    },
    options,
  );

/** Reads the live generation of an installation as the service does. */
export async function openReader(installation: BenchInstallation) {
  const generation = await liveGeneration(installation);
  const reader = new IndexReader(installation.config.OPENSEARCH_URL);
  return { generation: () => generation, reader, close: () => reader.close() };
}

/** The key in the directory of each company, by its id. */
export async function readDirectoryIds({ pool }: BenchInstallation): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ key: string; id: string }>('SELECT key, company_id AS id FROM company_record');
  return new Map(rows.map(({ key, id }) => [id, key]));
}
