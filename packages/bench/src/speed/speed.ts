import { type Latency, measureLatency } from '../load/latency.ts';
import { openSubjects, type Question, type Traffic } from './cases.ts';
import { openLists } from './request-lists.ts';
import { liveIndices, type Place } from './installation.ts';
import { measureRounds, type Round, warmUp } from './rounds.ts';
import type { Targets, Way } from './targets.ts';

export interface SpeedOrder {
  readonly questions: readonly Question[];
  readonly traffics: readonly Traffic[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmSeconds: number;
  /** Requests per second of the open model; 0 leaves it out. */
  readonly perSecond: number;
  readonly isBusy: boolean;
}

/** What was seen of one question under one kind of traffic on so many connections. */
export interface CaseResult {
  readonly name: string;
  readonly traffic: Traffic;
  readonly connections: number;
  /** How many companies it was about. */
  readonly companies: number;
  /** How often each of them had its turn. */
  readonly laps: number;
  readonly rounds: readonly Round[];
  /** By the open model, which knows no number of connections: with the first. */
  readonly latency?: Readonly<Record<Way, Latency>>;
}

type Subjects = ReturnType<typeof openSubjects>;
const openSeconds = 10;

interface Scene {
  readonly place: Place;
  readonly targets: Targets;
  note(text: string): void;
  /** Is told each result as soon as it is there. */
  onResult(result: CaseResult): void;
}

async function* listsOf(place: Place, subjectsOf: Subjects, order: SpeedOrder, note: Scene['note']) {
  const indices = await liveIndices(place);
  for (const question of order.questions) {
    const subjects = await subjectsOf(question);
    if (subjects.length === 0) note(`${question.name}: this world has no such company`);
    if (subjects.length === 0) continue;
    for (const traffic of question.traffics.filter((one) => order.traffics.includes(one))) {
      const lists = openLists({ question, traffic, indices, subjects });
      try {
        yield { question, traffic, lists, companies: subjects.length };
      } finally {
        lists.close();
      }
    }
  }
}

/** Questions that the engine answers by the same code, which it compiles when it is new to it. */
const kindOf = ({ name }: Question): string => name.split('-').slice(0, 2).join('-');

/** Measures every question of the order, all ways in turn. */
export async function measureSpeed(
  { place, targets, note, onResult }: Scene,
  order: SpeedOrder,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const warm = new Set<string>();
  for await (const { question, traffic, lists, companies } of listsOf(place, openSubjects(place.pool), order, note)) {
    if (!warm.has(kindOf(question))) await warmUp(targets, lists, order.warmSeconds);
    warm.add(kindOf(question));
    for (const [at, connections] of order.connections.entries()) {
      const rounds = await measureRounds(targets, lists, { ...order, connections });
      const open = { ...order, seconds: openSeconds };
      const latency = at === 0 && order.perSecond > 0 && (await measureLatency(targets, lists.deal(1), open));
      const facts = { name: question.name, traffic, connections, companies, laps: lists.laps() };
      const result = { ...facts, rounds, ...(latency && { latency }) };
      results.push(result);
      onResult(result);
    }
  }
  return results;
}
