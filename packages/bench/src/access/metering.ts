import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, judgeCounted, readCounted, tellCounted } from '../../../testing/src/processes/counted.ts';
import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import { type Breakage, definePromise } from '../../../testing/src/processes/promise.ts';
import { askDuring } from '../../../testing/src/processes/steady-load.ts';
import { anyOf, killOften } from './kill-members.ts';

interface Size {
  kills: number;
  perSecond: number;
  outageSeconds: number;
}

interface Result extends Size {
  counted: Counted;
}

/** During the outage one process is killed, with usage that it could not write to the database. */
async function loseDatabase({ faults, target }: Fleet, seconds: number): Promise<void> {
  const member = anyOf(target().members);
  await faults.postgres.begin();
  await sleep(seconds * 800);
  await member.kill();
  await sleep(seconds * 200);
  await faults.postgres.end();
  await member.start();
}

export const lateSpool: Breakage = {
  what: 'a response is written to the spool after it was sent',
  changes: [
    {
      file: 'api/metering/reservation.ts',
      from: 'spool.append(toLine({',
      to: 'setTimeout(() => spool.append(toLine({',
    },
    {
      file: 'api/metering/reservation.ts',
      from: 'month, isLeased, credits }));',
      to: 'month, isLeased, credits })), 2500);',
    },
  ],
  seen: /lost/,
};

export const metering = definePromise<Size, Result>({
  name: 'metering',
  says: 'every response with data is counted exactly once, even if processes are killed and PostgreSQL is down',
  sizes: {
    full: { kills: 100, perSecond: 300, outageSeconds: 60 },
    small: { kills: 4, perSecond: 100, outageSeconds: 4 },
    tiny: { kills: 2, perSecond: 100, outageSeconds: 1 },
  },
  breakages: [
    {
      what: 'the spool position is not updated with the count',
      changes: [
        {
          file: 'stores/postgres/usage/usage.ts',
          from: 'UPDATE api_process SET segment = $2, position = $3 WHERE id = $1',
          to: 'SELECT $1::text, $2::int, $3::bigint',
        },
      ],
      seen: /twice/,
    },
    lateSpool,
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build });
    const unlimited = await fleet.admin.issueKey();
    const withQuota = await fleet.admin.issueKey({ monthly_credits: 10_000_000 });
    const offers = [unlimited, withQuota].map((key) => ({ key, perSecond: size.perSecond / 2 }));
    const half = Math.ceil((size.kills - 1) / 2);
    const asked = await askDuring({ ...fleet.target(), offers }, async () => {
      await killOften(fleet, half);
      await loseDatabase(fleet, size.outageSeconds);
      await killOften(fleet, size.kills - 1 - half);
      await sleep(1000);
    });
    return { ...size, counted: await readCounted(fleet, asked) };
  },
  judge: ({ counted }) => judgeCounted(counted),
  tell: ({ counted, kills, outageSeconds, perSecond }) =>
    `${kills} × kill -9, PostgreSQL down for ${outageSeconds} s, ${perSecond} requests/s: ${tellCounted(counted)}`,
});
