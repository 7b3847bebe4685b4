import { expect, test } from 'vitest';
import { openUnreliableService } from '../test/behavior/unreliable-service.ts';
import { Orgdex } from './client.ts';
import { maxMatchItems } from './generated/limits.ts';

/** `ORGDEX_SDK_ROWS=100000` is the full size. */
const rows = Number(process.env.ORGDEX_SDK_ROWS ?? 1500);
const concurrency = 4;

test('each row of a long list comes back once, in order, and only a few batches are in memory', async () => {
  const service = await openUnreliableService(1);
  let read = 0;
  let returned = 0;
  let mostAhead = 0;
  let outOfOrder = 0;
  function* items() {
    for (let at = 0; at < rows; at++) {
      read += 1;
      mostAhead = Math.max(mostAhead, read - returned);
      yield { ref: `r${at}`, name: `Company ${at}` };
    }
  }
  const began = performance.now();
  try {
    const client = new Orgdex({ url: service.url, key: 'orgdex_test_key' });
    for await (const { item, result } of client.companies.matchMany(items(), { concurrency })) {
      if (item.ref !== `r${returned}` || result.ref !== item.ref) outOfOrder += 1;
      returned += 1;
    }
  } finally {
    await service.close();
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (process.env.ORGDEX_SDK_ROWS) console.log('Node', { rows, seconds, mostAhead, ...service.counts });
  expect({ returned, outOfOrder }).toEqual({ returned: rows, outOfOrder: 0 });
  expect(mostAhead).toBeLessThanOrEqual((concurrency + 1) * maxMatchItems + 1);
  expect(service.counts.limited).toBeGreaterThan(0);
  expect(service.counts.failed).toBeGreaterThan(0);
}, 600_000);
