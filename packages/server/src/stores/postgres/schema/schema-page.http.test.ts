import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaPage } from '../../../../../../scripts/reference/schema.ts';
import { openEmptyDatabase } from '../../../../../testing/src/stores/database.ts';

const page = join(import.meta.dirname, '../../../../../../docs/reference/schema.md');

test('docs/reference/schema.md describes the tables of a migrated database; -u updates it', async () => {
  const database = await openEmptyDatabase();
  try {
    await expect(await schemaPage(database.pool)).toMatchFileSnapshot(page);
  } finally {
    await database.drop();
  }
});
