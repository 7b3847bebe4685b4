import type { CaseResult } from './speed.ts';

/** The minimum ratio to OpenSearch alone. */
export interface Goal {
  readonly withoutAccess: number;
  readonly fullService?: number;
}

/** Maximum p99 of a search in a company with 50,000 people, relative to a company with 1–200 people. */
export const largeGoal = 3;

/** By case and traffic, with 64 connections. */
const goals: Record<string, Goal> = {
  'lookup-id unique': { withoutAccess: 0.5, fullService: 0.4 },
  'lookup-fqdn unique': { withoutAccess: 0.5, fullService: 0.4 },
  'lookup-id zipf': { withoutAccess: 0.9, fullService: 0.7 },
  'people-position-1-10 unique': { withoutAccess: 3, fullService: 2.5 },
  'people-position-1-200 unique': { withoutAccess: 3, fullService: 2.5 },
  'people-position-150-200 unique': { withoutAccess: 3, fullService: 2.5 },
  'people-all-50000 unique': { withoutAccess: 0.8 },
  'people-position-50000 unique': { withoutAccess: 0.8, fullService: 0.6 },
  'people-class-50000 unique': { withoutAccess: 0.8 },
};

export const goalOf = ({ name, traffic, connections }: Pick<CaseResult, 'name' | 'traffic' | 'connections'>) =>
  connections === 64 ? goals[`${name} ${traffic}`] : undefined;
