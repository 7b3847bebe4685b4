import type { CompanyCard, MatchResult, MatchStatus } from '@orgdex/contract';
import type { Part } from '../../charts/stacked-bar.tsx';
import type { Tone } from '../../components/badge.tsx';
import { type Cell, formatRow } from '../../csv.ts';
import type { Table } from './table.ts';

/** What the user decided for a row: a company, or none of those found. */
export type Decision = string | null;

export interface Outcome {
  readonly result: MatchResult;
  readonly decision?: Decision | undefined;
}

export type Candidate = MatchResult['candidates'][number];
/** Results of this page always have cards. */
export const cardOf = ({ company }: Candidate): CompanyCard => company as CompanyCard;

export const statusLabels: Record<MatchStatus, string> = {
  matched: 'Matched',
  ambiguous: 'Ambiguous',
  none: 'None',
  invalid: 'Invalid',
};
export const statusTones: Record<MatchStatus, Tone> = {
  matched: 'good',
  ambiguous: 'warn',
  none: 'neutral',
  invalid: 'bad',
};
const statusColors: Record<MatchStatus, string> = {
  matched: 'bg-series-1',
  ambiguous: 'bg-mark-warn',
  none: 'bg-series-5',
  invalid: 'bg-mark-bad',
};

/** The status of a row after decisions. */
export const statusOf = ({ result, decision }: Outcome): MatchStatus =>
  decision === undefined ? result.status : decision === null ? 'none' : 'matched';

/** The company that the row gets, if any. */
export function chosenOf({ result, decision }: Outcome): Candidate | undefined {
  if (decision === null) return undefined;
  if (decision !== undefined) return result.candidates.find(({ company }) => company.id === decision);
  return result.status === 'matched' ? result.candidates[0] : undefined;
}

/** Rows by status, for the bar. They add up to the rows that have a result. */
export function countsOf(outcomes: readonly (Outcome | undefined)[]): Part[] {
  const counts: Record<MatchStatus, number> = { matched: 0, ambiguous: 0, none: 0, invalid: 0 };
  for (const outcome of outcomes) if (outcome) counts[statusOf(outcome)] += 1;
  return (Object.keys(counts) as MatchStatus[]).map((status) => ({
    label: statusLabels[status],
    value: counts[status],
    color: statusColors[status],
  }));
}

// biome-ignore format: a list of names
const added = [
  'id', 'status', 'score', 'name', 'fqdn', 'country', 'region', 'location', 'employee_count', 'company_size', 'abn',
];

function addedCells(outcome: Outcome | undefined): Cell[] {
  if (!outcome) return ['', 'not matched yet'];
  const chosen = chosenOf(outcome);
  const status =
    outcome.decision === undefined ? outcome.result.status : outcome.decision === null ? 'rejected' : 'chosen';
  if (!chosen) return ['', status];
  const { id, name, fqdn, country, region, hq_location, employee_count, company_size, identifiers } = cardOf(chosen);
  return [
    id,
    status,
    chosen.score,
    name,
    fqdn,
    country,
    region,
    hq_location,
    employee_count,
    company_size,
    identifiers.abn,
  ];
}

/** The table with the company of each row: all input columns, then ours. */
export function enrichedRows(table: Table, outcomes: readonly (Outcome | undefined)[]): string[] {
  const width = table.header.length;
  const fill = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '');
  return [
    formatRow([...table.header, ...added.map((name) => `orgdex_${name}`)]),
    ...table.rows.map((row, at) => formatRow([...fill(row), ...addedCells(outcomes[at])])),
  ];
}
