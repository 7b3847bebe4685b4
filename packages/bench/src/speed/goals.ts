import type { CaseResult } from './speed.ts';

/** What a ratio to the bare engine must be at least: without keys, limits and metering, and with all of them. */
export interface Goal {
  readonly off: number;
  readonly on?: number;
}

/** The p99 of a search among 50,000 people, to that of an ordinary company: at most. */
export const largeGoal = 3;

/** By question and traffic, on 64 connections. */
const goals: Record<string, Goal> = {
  'lookup-id different': { off: 0.5, on: 0.4 },
  'lookup-fqdn different': { off: 0.5, on: 0.4 },
  'lookup-id zipf': { off: 0.9, on: 0.7 },
  'people-position-1-10 different': { off: 3, on: 2.5 },
  'people-position-1-200 different': { off: 3, on: 2.5 },
  'people-position-150-200 different': { off: 3, on: 2.5 },
  'people-all-50000 different': { off: 0.8 },
  'people-position-50000 different': { off: 0.8 },
  'people-class-50000 different': { off: 0.8 },
};

export const goalOf = ({ name, traffic, connections }: Pick<CaseResult, 'name' | 'traffic' | 'connections'>) =>
  connections === 64 ? goals[`${name} ${traffic}`] : undefined;
