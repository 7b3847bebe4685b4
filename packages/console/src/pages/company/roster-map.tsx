import type { PeopleCounts } from '@orgdex/contract';
import { departments, seniorities } from '@orgdex/contract/vocabulary';
import { HeatMap } from '../../charts/heat-map.tsx';
import { Legend } from '../../charts/stacked-bar.tsx';
import { formatNumber } from '../../format.ts';

/** Short names of the levels, for narrow columns. */
const levels: Record<keyof typeof seniorities, string> = {
  1: 'Board',
  2: 'Owner',
  3: 'Chief',
  4: 'Head',
  5: 'Mgr',
  6: 'Other',
  7: 'None',
};
const bounds = [1, 5, 15, 40, 100];
const stepOf = (count: number): number => bounds.filter((bound) => count >= bound).length;
const legend = [
  { label: '1', color: 'bg-heat-1' },
  { label: '5', color: 'bg-heat-2' },
  { label: '15', color: 'bg-heat-3' },
  { label: '40', color: 'bg-heat-4' },
  { label: '100+', color: 'bg-heat-5' },
];

interface RosterMapProps {
  readonly counts: PeopleCounts;
  readonly department: string | undefined;
  readonly seniority: string | undefined;
  readonly onSelect: (cell: { department: string | undefined; seniority: string | undefined }) => void;
}

/** How many people each department has on each level. Choosing a cell filters the list; choosing it again clears it. */
export function RosterMap({ counts, department, seniority, onSelect }: RosterMapProps) {
  const found = new Map(counts.cells.map((cell) => [`${cell.department}:${cell.seniority}`, cell.count]));
  const sums = new Map(counts.departments.map((one) => [one.department, one.count]));
  const levelIds = Object.keys(levels);
  const rowIds = Object.keys(departments).filter((id) => (sums.get(id) ?? 0) > 0);
  const nameOf = (id: string) => departments[Number(id) as keyof typeof departments];
  const levelOf = (id: string) => levels[Number(id) as keyof typeof levels];
  const fullLevelOf = (id: string) => seniorities[Number(id) as keyof typeof seniorities];
  if (rowIds.length === 0) return <p className="px-4 py-6 text-ink-2">No people are known for this country.</p>;
  const rows = rowIds.map((row) => ({
    key: row,
    head: nameOf(row),
    foot: formatNumber(sums.get(row) ?? 0),
    cells: levelIds.map((level) => {
      const count = found.get(`${row}:${level}`) ?? 0;
      return {
        text: count === 0 ? '' : formatNumber(count),
        step: stepOf(count),
        label: `${nameOf(row)}, ${fullLevelOf(level)}`,
        isSelected: row === department && level === seniority,
      };
    }),
  }));
  const select = (row: number, column: number) => {
    const cell = { department: rowIds[row], seniority: levelIds[column] };
    const isChosen = cell.department === department && cell.seniority === seniority;
    onSelect(isChosen ? { department: undefined, seniority: undefined } : cell);
  };
  return (
    <>
      <div className="overflow-x-auto px-4 py-3">
        <HeatMap
          label="People by department and seniority"
          columns={levelIds.map(levelOf)}
          rows={rows}
          headWidth="w-32"
          footHead="All"
          onSelect={select}
        />
      </div>
      <div className="flex flex-wrap justify-between gap-2 border-t border-edge px-4 py-3 text-xs text-ink-2">
        Choose a cell to filter the list.
        <Legend parts={legend} />
      </div>
    </>
  );
}
