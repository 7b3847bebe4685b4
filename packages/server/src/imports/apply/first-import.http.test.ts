import { afterAll, beforeAll, expect, test } from 'vitest';
import { company } from '../../../test/support/data/records.ts';
import { openTestLedger, type TestLedger } from '../../../test/support/data/test-ledger.ts';
import { abnOf } from '../../synthetic/demo/numbers.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

test('a first import looks up claims, and never reads the whole table, although it was not analyzed yet', async () => {
  const records = Array.from({ length: 6000 }, (_, n) => company(`c${n}`, { identifiers: { abn: abnOf(n) } }));
  await ledger.importRecords('first', records, { batchSize: 1000 });
  const [claims] = await ledger.rows<{ rows: number; scanned: number }>(
    `SELECT (SELECT count(*) FROM claim) AS rows, sum(seq_tup_read) AS scanned
     FROM pg_stat_user_tables WHERE relname ~ '^claim_[0-9]+$'`,
  );
  expect(claims?.rows).toBeGreaterThan(6000);
  expect(Number(claims?.scanned)).toBeLessThan(6000);
});
