import { setTimeout as sleep } from 'node:timers/promises';
import { defineFault, type FaultSize } from './fault.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly frozenSeconds: number;
}

const quietMs = 3000;

export const postgresFrozen = defineFault<Size>({
  name: 'postgres-frozen',
  says: 'while PostgreSQL is frozen, keys in use keep working, and the p99 stays within three times the p99 before',
  sizes: {
    full: { perSecond: 300, baselineSeconds: 30, frozenSeconds: 60 },
    small: { perSecond: 30, baselineSeconds: 4, frozenSeconds: 8, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, frozenSeconds: 8, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a key in use expires from the cache after a second',
      changes: [{ file: 'api/access/key-cache.ts', from: 'outageMs: 5 * 60_000', to: 'outageMs: 1000' }],
      seen: /failed/,
    },
  ],
  async act({ stage: { stores }, size, during }) {
    await during('before', () => sleep(size.baselineSeconds * 1000));
    stores.freezePostgres();
    try {
      await during('meanwhile', () => sleep(size.frozenSeconds * 1000));
    } finally {
      stores.thawPostgres();
    }
    await during('after', () => sleep(quietMs));
  },
  p99: { meanwhile: { times: 3 } },
  done: ({ frozenSeconds }) => `PostgreSQL frozen for ${frozenSeconds} s`,
});
