import { setTimeout as sleep } from 'node:timers/promises';
import { learnQuestions, type Question } from '../data/requests.ts';
import { type Link, openLink } from '../stores/faulty-link.ts';
import type { OwnStores } from '../stores/own-stores.ts';
import { openFleetAdmin } from './fleet-admin.ts';
import { freePort } from './free-port.ts';
import { type Installation, openInstallation } from './installation.ts';
import { startProcess } from './serving.ts';

const processCount = 3;
const demoSize = { companies: '2000', people: '8000' };

/** One API process of the fleet. Its ports stay the same across restarts. */
export interface Member {
  readonly base: string;
  /** Whether requests may be sent to it, as a load balancer would know. */
  isUp: boolean;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Restarts it as an orchestrator does: `isUp` is left to the balancer. Returns how it exited, and after how long. */
  restart(): Promise<Exit>;
  /** The value of one of its metrics: the sum of the series that have the label. */
  read(metric: string, label?: string): Promise<number>;
  log(): string;
}

export interface Exit {
  readonly code: number | null;
  readonly seconds: number;
}

type Settings = Readonly<Record<string, string>>;

interface Place {
  readonly installation: Installation;
  readonly settings: Settings;
}

async function openMember({ installation, settings }: Place): Promise<Member> {
  const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const start = () => startProcess(installation, { settings: { ...settings, ...ports } });
  let serving: Awaited<ReturnType<typeof startProcess>> | undefined;
  let log = '';
  async function exit(how: 'kill' | 'stop'): Promise<Exit> {
    const began = Date.now();
    const code = (await serving?.[how]()) ?? null;
    log += serving?.log() ?? '';
    serving = undefined;
    return { code, seconds: (Date.now() - began) / 1000 };
  }
  async function end(how: 'kill' | 'stop'): Promise<void> {
    member.isUp = false;
    await exit(how);
  }
  const member: Member = {
    base: `http://127.0.0.1:${ports.PORT}`,
    isUp: false,
    async start() {
      serving ??= await start();
      member.isUp = true;
    },
    kill: () => end('kill'),
    stop: () => end('stop'),
    async restart() {
      const exited = await exit('stop');
      serving = await start();
      return exited;
    },
    async read(metric, label = '') {
      const text = await (await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`)).text();
      const lines = text.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === metric && line.includes(label));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
    log: () => log + (serving?.log() ?? ''),
  };
  return member;
}

/** Whether all processes share their limits through Redis. */
export const areShared = async (members: readonly Member[], mode = 1) =>
  (await Promise.all(members.map((member) => member.read('orgdex_limiter_shared')))).every((value) => value === mode);

/** A process that is busy starting may consider Redis unavailable. It checks again every second. */
const sharedWithinMs = 5000;

/** The faults that can be caused in the stores. */
export interface Faults {
  readonly postgres: Outage;
  readonly redis: Outage;
  /** Redis accepts data and never responds. */
  readonly redisHole: Outage;
  /** The same for the connections on which PostgreSQL sends notifications. */
  readonly listenerHole: Outage;
}

export interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

type Links = Record<'postgres' | 'redis', Link>;

/** Stores of this test are killed; connections to shared stores are cut. */
function faultsOf({ postgres, redis }: Links, stores: OwnStores | undefined): Faults {
  return {
    postgres: stores
      ? { begin: async () => stores.killPostgres(), end: stores.up }
      : { begin: postgres.cut, end: postgres.restore },
    redis: stores
      ? { begin: async () => stores.killRedis(), end: stores.up }
      : { begin: redis.cut, end: redis.restore },
    redisHole: { begin: () => redis.swallow(), end: redis.restore },
    listenerHole: { begin: () => postgres.swallow('orgdex listener'), end: postgres.restore },
  };
}

async function installDemo(stores: OwnStores | undefined, settings: Settings): Promise<Installation> {
  const installation = await openInstallation({ settings, ...(stores && { stores: stores.home }) });
  await installation.orgdex('demo', '--companies', demoSize.companies, '--people', demoSize.people);
  return installation;
}

interface Serve {
  /** Whether black holes are needed: otherwise own stores are used without a link. */
  readonly hasHoles?: boolean;
  /** Settings of the processes. */
  readonly settings?: Settings;
}

/** Three API processes of one installation with published data, whose stores can fail. */
export async function openFleet(stores?: OwnStores, installed: Settings = {}) {
  const installation = await installDemo(stores, installed);
  const links: Links = { postgres: await openLink(installation.url), redis: await openLink(installation.redisUrl) };
  const linked = { DATABASE_URL: links.postgres.url, REDIS_URL: links.redis.url };
  let members: Member[] = [];
  let served = '';
  let questions: readonly Question[] = [];
  const base = () => members[0]?.base ?? '';
  const admin = await openFleetAdmin(installation, base);
  async function stop(): Promise<void> {
    await Promise.all(members.map((member) => member.stop()));
    [members, served] = [[], ''];
  }
  return {
    installation,
    faults: faultsOf(links, stores),
    /** The processes to send requests to, and the requests. */
    target: () => ({ members: members as readonly Member[], questions }),
    admin,
    /** Starts the processes, unless the same ones are already running. */
    async serve({ hasHoles = false, settings: given = {} }: Serve = {}): Promise<void> {
      const settings = { ...given, ...(stores && !hasHoles ? {} : linked) };
      const wanted = JSON.stringify(settings);
      if (served === wanted) return;
      await stop();
      members = await Promise.all(Array.from({ length: processCount }, () => openMember({ installation, settings })));
      const starts = await Promise.allSettled(members.map((member) => member.start()));
      for (const start of starts) if (start.status === 'rejected') throw start.reason;
      served = wanted;
      await becomes(() => areShared(members), sharedWithinMs);
      if (questions.length === 0) questions = await learnQuestions(installation, base(), await admin.issueKey());
    },
    stop,
    async close(): Promise<void> {
      await stop();
      await Promise.all(Object.values(links).map((link) => link.close()));
      await (stores ? installation.disconnect() : installation.close());
    },
  };
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Polls until the condition is true; returns whether it became true in time. */
export async function becomes(check: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!(await check())) {
    if (Date.now() > end) return false;
    await sleep(200);
  }
  return true;
}
