import type { Traffic } from '../speed/cases.ts';
import type { Subject } from '../speed/sample-companies.ts';
import type { Meters, Part } from './meters.ts';

export const peerQuestions = ['lookup-id', 'lookup-fqdn', 'people-position', 'search-name'] as const;
export type PeerQuestion = (typeof peerQuestions)[number];

/** The side that the others are held against. */
export const serviceOn = 'service, all on';

/** Of whom something is asked, in the order of the turns. */
export interface PeerSubject extends Subject {
  readonly name?: string;
}

/** One question about many companies. */
export interface Course {
  readonly question: PeerQuestion;
  readonly traffic: Traffic;
  readonly subjects: readonly PeerSubject[];
}

export interface LoadOrder {
  readonly connections: number;
  readonly seconds: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** An answer, so that it can be held against another's. */
export interface Answer {
  /** The company's id, or the ids of people in their order. */
  readonly about: unknown;
  /** Everything of it, where the same is promised. */
  readonly whole?: unknown;
  readonly bytes: number;
}

/** Somebody who is ready for a course. */
export interface Asker {
  /** Asks as fast as answers come. */
  ask(order: LoadOrder): Promise<Load>;
  /** The answer about the company at this place of the course. */
  answer(at: number): Promise<Answer>;
  close(): Promise<void>;
}

/** One of those who are compared. */
export interface Side {
  readonly name: string;
  readonly meters: Meters;
  /** Undefined: it has no such operation. */
  prepare(course: Course): Promise<Asker | undefined>;
}

/** Those who come and go together. */
export interface Party {
  readonly sides: readonly Side[];
  close(): Promise<void>;
}

/** What was seen of one side in one round, for one request. */
export interface Seen extends Pick<Load, 'p50Ms' | 'p99Ms'> {
  readonly perSecond: number;
  readonly cpuUs: Partial<Record<Part, number>>;
}
