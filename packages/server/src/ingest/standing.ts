import type { NeighbourRow, StandingRow } from '../ledger/neighbourhood.ts';
import type { Standing } from './assign.ts';

interface Founded {
  row: StandingRow;
  founder: number;
}

/** Each id whose founder is in the neighbourhood, by the founder's place in it. */
function foundedIn(records: readonly NeighbourRow[], rows: readonly StandingRow[]): Founded[] {
  const name = (source: number, key: string) => `${source}:${key}`;
  const at = new Map(records.map((row, index) => [name(row.source_id, row.key), index]));
  return rows.flatMap((row) => {
    const founder = at.get(name(row.founder_source, row.founder_key));
    if (founder !== undefined) return [{ row, founder }];
    if (row.redirect_to === null) throw new Error(`The founder of ${row.id} is not among its records.`);
    return [];
  });
}

const toStanding = ({ row, founder }: Founded): Standing => ({ id: row.id, founder, seq: row.founded_seq });

/**
 * The ids that records of the neighbourhood founded and that stand so far. A match only lends: what it brought together
 * by name and place keeps an id on either side, of which the younger redirects for as long as the match holds. What
 * identifiers or an operator merged stays merged.
 */
export function standingAt(records: readonly NeighbourRow[], rows: readonly StandingRow[]): Standing[] {
  const founded = foundedIn(records, rows);
  const living = founded.filter(({ row }) => row.redirect_to === null);
  const founderOf = new Map(living.map(({ row, founder }) => [row.id, records[founder]]));
  const sides = Map.groupBy(
    founded.filter(({ row, founder }) => {
      const { company_id, matched_by } = records[founder] as NeighbourRow;
      const survivor = founderOf.get(row.redirect_to ?? '');
      return survivor && row.redirect_to === company_id && matched_by !== survivor.matched_by;
    }),
    ({ row, founder }) => `${row.redirect_to} ${records[founder]?.matched_by}`,
  );
  return [...living.map(toStanding), ...[...sides.values()].map(toTurned)];
}

/** The oldest id of one side of a match; the others had been merged into it before. */
function toTurned(side: readonly Founded[]): Standing {
  const [first, ...merged] = side.toSorted((a, b) => a.row.founded_seq - b.row.founded_seq) as [Founded, ...Founded[]];
  return {
    ...toStanding(first),
    turnedTo: first.row.redirect_to as string,
    merged: merged.map(({ row }) => row.id),
  };
}
