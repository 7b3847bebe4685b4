import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type RowTypes, readRowTypes } from './row-types.ts';

declare module 'vitest' {
  interface ProvidedContext {
    rowTypes: RowTypes;
    /** The file that lists the places whose queries returned the columns of their row types. */
    checkedRows: string;
  }
}

/** Whether all tests of the project ran, and not only some that someone chose. */
async function ranAll(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const modules = project.vitest.state.getTestModules().filter((module) => module.project === project);
  return modules.length === testFiles.length && project.config.testNamePattern === undefined;
}

/**
 * Every query that reads rows has a row type. The tests compare it with the columns that PostgreSQL returns (check-rows.ts); after
 * all of them, no query may be left that none has sent.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const rowTypes = readRowTypes();
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-rows-'));
  const file = join(folder, 'checked');
  writeFileSync(file, '');
  project.provide('rowTypes', rowTypes);
  project.provide('checkedRows', file);
  return async () => {
    const checked = new Set(readFileSync(file, 'utf8').split('\n'));
    rmSync(folder, { recursive: true });
    const left = Object.keys(rowTypes).filter((place) => !checked.has(place));
    if (left.length > 0 && (await ranAll(project)))
      throw new Error(`No test on the stores reads the rows of ${left.length} queries: ${left.sort().join(', ')}.`);
  };
}
