import type { RunState, RunSummary } from '@orgdex/contract';
import type { Part } from '../../charts/stacked-bar.tsx';
import type { Tone } from '../../components/badge.tsx';

export const stateLabels: Record<RunState, string> = {
  staging: 'Reading',
  applying: 'Applying',
  done: 'Done',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
};
export const stateTones: Record<RunState, Tone> = {
  staging: 'accent',
  applying: 'accent',
  done: 'good',
  stopped: 'bad',
  interrupted: 'warn',
};
export const runStates = Object.keys(stateLabels) as RunState[];
export const isRunning = ({ state }: Pick<RunSummary, 'state'>): boolean => state === 'staging' || state === 'applying';

type Counted = Exclude<keyof RunSummary['counts'], 'read' | 'gone'>;
/** The outcomes of a row, in the order of the bar. Together they are the rows read. */
export const outcomes: Record<Counted, readonly [label: string, color: string]> = {
  accepted: ['Accepted', 'bg-series-1'],
  unchanged: ['Unchanged', 'bg-series-3'],
  skipped: ['Skipped', 'bg-series-5'],
  superseded: ['Superseded', 'bg-series-4'],
  suppressed: ['Suppressed', 'bg-ink'],
  rejected: ['Rejected', 'bg-mark-bad'],
  pending: ['Pending', 'bg-mark-warn'],
};

export const partsOf = ({ counts }: RunSummary): Part[] =>
  Object.entries(outcomes).map(([name, [label, color]]) => ({ label, color, value: counts[name as Counted] }));

/** What a safety check looks at. */
export const checkLabels: Record<string, string> = {
  rows: 'Rows in the file',
  rejected: 'Rejected',
  missing: 'Missing from the new file',
};
