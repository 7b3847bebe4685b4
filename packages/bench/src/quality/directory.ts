import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IndexReader } from '../../../server/src/stores/opensearch/index-reader.ts';
import { liveGeneration } from '../../../testing/src/data/live-generation.ts';
import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { type Directory, writeDirectory } from '../../../testing/src/synthetic/directory.ts';
import { note } from '../report/results.ts';

/** A directory of companies in all countries, imported and published like any other table. */
export interface OpenedDirectory {
  readonly directory: Directory;
  readonly installation: Installation;
  /** Reads as the service does. */
  readonly reader: IndexReader;
  readonly generation: () => Awaited<ReturnType<typeof liveGeneration>>;
  /** The key in the directory of each company, by its id. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Works with an installation that has the directory. */
export async function withDirectory<T>(
  directory: Directory,
  work: (opened: OpenedDirectory) => Promise<T>,
): Promise<T> {
  const installation = await openInstallation();
  const { home, orgdex, pool, env } = installation;
  try {
    note(`loading a directory of ${directory.companies} companies`);
    const folder = join(home, 'directory');
    mkdirSync(folder);
    const files = await writeDirectory(directory, folder);
    await orgdex('import', 'companies', ...files, '--source', 'directory', '--expect', '0-999999999');
    rmSync(folder, { recursive: true });
    await orgdex('rebuild');
    const { rows } = await pool.query<{ key: string; id: string }>('SELECT key, company_id AS id FROM company_record');
    const live = await liveGeneration(pool);
    const reader = new IndexReader(env.OPENSEARCH_URL.split(','));
    try {
      const keys = new Map(rows.map(({ key, id }) => [id, key]));
      return await work({ directory, installation, reader, generation: () => live, keys });
    } finally {
      reader.close();
    }
  } finally {
    await installation.close();
  }
}
