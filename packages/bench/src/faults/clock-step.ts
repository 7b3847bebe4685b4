import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Question } from '../../../testing/src/data/requests.ts';
import { judgeCounted, readCounted } from '../../../testing/src/processes/counted.ts';
import type { Fleet, Member } from '../../../testing/src/processes/fleet.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { ask, beginAsked, type Load, now, openAgent } from '../../../testing/src/processes/steady-load.ts';
import { type Link, openLink } from '../../../testing/src/stores/faulty-link.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';

interface Size extends FaultSize {
  readonly baselineSeconds: number;
  readonly stepSeconds: number;
}

interface Stepped extends Rig {
  readonly postgres: Link;
  /** Moves the clock of the processes by this many seconds. */
  step(seconds: number): Promise<void>;
}

const hour = 3600;
const mostRevokedMs = 5000;
const revokedTimeoutMs = 15_000;
const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
];

/** How often a process reads the file: at each look at the clock it would cost too much. It counts whole seconds, so it may take one more. */
const rereadSeconds = 1;
const rereadTimeoutMs = 2200;

/** Only the wall clock: a monotonic clock never steps. */
function openClock() {
  const library = libraries.find((path) => existsSync(path));
  if (!library) throw new Error('This test needs libfaketime: apt-get install libfaketime');
  const folder = mkdtempSync(join(tmpdir(), 'orgdex-clock-'));
  const file = join(folder, 'offset');
  const write = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  write(0);
  async function step(seconds: number): Promise<void> {
    write(seconds);
    await sleep(rereadTimeoutMs);
  }
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: String(rereadSeconds),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { step, env, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** How long a key that was read before the clock stepped back works after it is revoked, in ms. */
async function revokedAfter(
  { admin }: Fleet,
  { members, questions }: Load,
  stepBack: () => Promise<void>,
): Promise<number> {
  const key = await admin.issueKey();
  const [member, question] = [members.at(-1) as Member, questions[0] as Question];
  const agent = openAgent(1);
  const status = async () => (await ask(agent, member, beginAsked({ member: 0, key, question }))).status;
  try {
    if ((await status()) !== 200) throw new Error('A new key does not work.');
    await stepBack();
    await admin.revoke(key);
    const revoked = now();
    while ((await status()) === 200 && now() - revoked < revokedTimeoutMs) await sleep(100);
    return now() - revoked;
  } finally {
    agent.destroy();
  }
}

export const clockStep = defineFault<Size, number, Stepped>({
  name: 'clock-step',
  says: [
    'clients do not notice that the clock of the processes steps by an hour, ahead or back; a revoked key stops',
    'within 5 s even without notifications, and no usage is lost or counted twice',
  ].join(' '),
  sizes: {
    full: { perSecond: 300, baselineSeconds: 20, stepSeconds: 30 },
    small: { perSecond: 30, baselineSeconds: 3, stepSeconds: 5, slackMs: 2000 },
    tiny: { perSecond: 30, baselineSeconds: 2, stepSeconds: 3, slackMs: 2000 },
  },
  breakages: [
    {
      what: 'a cached key expires by the wall clock',
      changes: [{ file: 'api/access/key-cache.ts', from: 'now = () => performance.now()', to: 'now = Date.now' }],
      seen: /revoked/,
    },
  ],
  async prepare({ fleet }) {
    const clock = openClock();
    const postgres = await openLink(fleet.installation.url);
    async function close(): Promise<void> {
      await fleet.stop();
      await postgres.close();
      clock.remove();
    }
    const settings = { ...clock.env, DATABASE_URL: postgres.url };
    return { settings, step: clock.step, postgres, close };
  },
  async act({ stage: { fleet }, size, rig: { step, postgres }, load, during }) {
    const wait = () => sleep(size.stepSeconds * 1000);
    await during('before', () => sleep(size.baselineSeconds * 1000));
    for (const [period, seconds] of [
      ['an hour ahead', hour],
      ['right again', 0],
      ['an hour back', -hour],
    ] as const) {
      await during(period, async () => {
        await step(seconds);
        await wait();
      });
    }
    await step(0);
    await postgres.swallow('orgdex listener');
    const revoked = await during('without notifications', () => revokedAfter(fleet, load, () => step(-hour)));
    await postgres.restore();
    await step(0);
    return revoked;
  },
  p99: {
    'an hour ahead': { times: 2, plusMs: 50 },
    'right again': { times: 2, plusMs: 50 },
    'an hour back': { times: 2, plusMs: 50 },
  },
  judge: ({ found }) => when(found > mostRevokedMs, `a revoked key worked for ${(found / 1000).toFixed(1)} s`),
  verify: async ({ stage }, asked) => judgeCounted(await readCounted(stage.fleet, asked)),
  done: ({ stepSeconds }) =>
    `the wall clock of the three processes, but not that of the stores, moved by +1 h, back, and by -1 h, ${stepSeconds} s each`,
  also: ({ found }) => [`a revoked key stopped after ${(found / 1000).toFixed(1)} s`],
});
