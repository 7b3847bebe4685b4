import { isDeepStrictEqual } from 'node:util';
import { waitForQuiet } from '../speed/wait-for-idle.ts';
import { readMeters } from './meters.ts';
import type { Answer, Asker, Course, LoadOrder, Seen, Side } from './side.ts';

export interface PeerOrder extends LoadOrder {
  readonly rounds: number;
  /** Measures although others work on this machine. */
  readonly isBusy: boolean;
}

/** What was seen of one course: each side that has the operation, by its name. */
export interface PeerResult extends Pick<Course, 'question' | 'traffic'> {
  readonly companies: number;
  /** Bytes of an answer, without what HTTP or PostgreSQL adds. */
  readonly bytes: Readonly<Record<string, number>>;
  /** A side that failed in a round is not in it. */
  readonly rounds: readonly Readonly<Record<string, Seen>>[];
  readonly failures: readonly string[];
}

interface Ready {
  readonly side: Side;
  readonly asker: Asker;
  readonly answers: readonly Answer[];
}

const compared = 20;

type Expected = readonly Answer[];

async function prepareSide(side: Side, course: Course, expected: Expected): Promise<Ready | undefined> {
  const asker = await side.prepare(course);
  if (!asker) return undefined;
  const answers: Answer[] = [];
  try {
    for (let at = 0; at < Math.min(compared, course.subjects.length); at += 1) answers.push(await asker.answer(at));
    checkSame(expected, answers);
    return { side, asker, answers };
  } catch (error) {
    await asker.close();
    throw error;
  }
}

const isSame = (one: Answer, other: Answer) =>
  isDeepStrictEqual(one.about, other.about) &&
  (!one.whole || !other.whole || isDeepStrictEqual(one.whole, other.whole));

/** What differs cannot be compared. */
export function checkSame(expected: Expected, found: readonly Answer[]): void {
  const at = expected.findIndex((answer, index) => !isSame(answer, found[index] as Answer));
  if (at < 0) return;
  const words = [expected[at], found[at]].map((answer) => JSON.stringify(answer).slice(0, 300));
  throw new Error(`another answer than ${words[0]}: ${words[1]}`);
}

const describe = ({ name }: Side, error: unknown): string => {
  const { message, cause } = error as Error;
  return `${name}: ${[message, cause].filter(Boolean).join(': ')}`;
};

/** Whoever has the operation and answers it as the first does. */
async function prepareAll(sides: readonly Side[], course: Course) {
  const [ready, failures]: [Ready[], string[]] = [[], []];
  for (const side of sides) {
    try {
      const one = await prepareSide(side, course, ready[0]?.answers ?? []);
      if (one) ready.push(one);
    } catch (error) {
      failures.push(describe(side, error));
    }
  }
  return { ready, failures };
}

const meanBytes = ({ side, answers }: Ready) => [
  side.name,
  answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers.length,
];

async function measureSide({ side, asker }: Ready, order: LoadOrder): Promise<Seen> {
  const before = readMeters(side.meters);
  const { requests, seconds, p50Ms, p99Ms } = await asker.ask(order);
  const after = Object.entries(readMeters(side.meters)) as [keyof typeof before, number][];
  const cpuUs = Object.fromEntries(after.map(([part, us]) => [part, (us - (before[part] ?? 0)) / requests]));
  return { perSecond: requests / seconds, p50Ms, p99Ms, cpuUs };
}

type Measured = Pick<PeerResult, 'rounds' | 'failures'>;

/** All in turn, each round beginning with another. The first round warms everything up and is not counted. */
async function measureRounds(ready: readonly Ready[], order: PeerOrder): Promise<Measured> {
  const rounds: Record<string, Seen>[] = [];
  const failures: string[] = [];
  for (let at = -1; at < order.rounds; at += 1) {
    if (!order.isBusy) await waitForQuiet();
    const round: Record<string, Seen> = {};
    for (const [index] of ready.entries()) {
      const one = ready[(index + at + 1) % ready.length] as Ready;
      try {
        round[one.side.name] = await measureSide(one, order);
      } catch (error) {
        failures.push(describe(one.side, error));
      }
    }
    if (at >= 0) rounds.push(round);
  }
  return { rounds, failures };
}

/** Undefined: nobody here has the operation. */
export async function measureCourse(
  sides: readonly Side[],
  course: Course,
  order: PeerOrder,
): Promise<PeerResult | undefined> {
  const { ready, failures } = await prepareAll(sides, course);
  if (ready.length + failures.length === 0) return undefined;
  try {
    const measured = await measureRounds(ready, order);
    const { question, traffic, subjects } = course;
    const facts = { question, traffic, companies: subjects.length };
    const bytes = Object.fromEntries(ready.map(meanBytes));
    return { ...facts, bytes, rounds: measured.rounds, failures: [...failures, ...measured.failures] };
  } finally {
    for (const { asker } of ready) await asker.close();
  }
}
