import { expect, onTestFinished, test } from 'vitest';
import { cases } from '../../src/speed/cases.ts';
import { measureSpeed, type SpeedOrder, withPeople } from '../../src/speed/speed.ts';
import { openTargets } from '../../src/speed/targets.ts';

const order: SpeedOrder = {
  cases: cases.filter(({ name }) => ['lookup-id', 'lookup-fqdn', 'people-position-1-10'].includes(name)),
  traffics: ['unique'],
  ...{ rounds: 1, seconds: 1, warmSeconds: 1, perSecond: 20, isBusy: true },
};

// `npm run bench -- speed` measures.
test('each case sends the same requests to OpenSearch alone, without access control and to the full service', async () => {
  await withPeople(2000, async (installation) => {
    const targets = await openTargets(installation);
    onTestFinished(() => targets.close());
    const results = await measureSpeed(installation, targets, order);
    expect(results.map(({ name }) => name)).toEqual(order.cases.map(({ name }) => name));
    for (const { rounds, latency } of results) {
      for (const { opensearchOnly, withoutAccess, fullService } of rounds) {
        for (const { perSecond } of [opensearchOnly, withoutAccess, fullService]) expect(perSecond).toBeGreaterThan(0);
        expect(opensearchOnly.serviceCpuUs).toBe(0);
      }
      expect(latency?.fullService.p50Ms).toBeGreaterThan(0);
    }
  });
});
