import { bar, faintText, legend, picture, rule, text } from '../../../server/src/core/output/svg.ts';
import { linear, type Scale, ticksTo } from './scale.ts';

export interface BarRow {
  readonly label: string;
  readonly bars: readonly { readonly value: number; readonly goal?: number | undefined }[];
}

export interface BarChart {
  readonly title: string;
  readonly axis: string;
  readonly series: readonly (readonly [color: string, words: string])[];
  /** The reference value, drawn as a line through all rows. */
  readonly base: { readonly value: number; readonly words: string };
  readonly rows: readonly BarRow[];
}

const [left, right, top, barHeight, rowGap] = [450, 50, 92, 13, 12];
const width = 1040;
/** Width of the figure next to a bar. */
const figureWidth = 36;
const goalColour = '#cf222e';

/** After the bar, or after its goal if the two would overlap. */
const figureAt = (end: number, goal = 0): number => (goal > end && goal < end + figureWidth ? goal : end) + 6;

interface Frame {
  readonly toX: Scale;
  readonly colors: readonly string[];
}

function drawRow({ label, bars }: BarRow, y: number, { toX, colors }: Frame): string[] {
  const middle = y + (bars.length * (barHeight + 2)) / 2 + 4;
  return [
    text(left - 12, middle, label, { anchor: 'end' }),
    ...bars.flatMap(({ value, goal }, at) => {
      const barY = y + at * (barHeight + 2);
      const isUnder = goal !== undefined && value < goal;
      return [
        bar([left, barY, toX(value) - left, barHeight], colors[at] ?? '#57606a'),
        ...(goal === undefined ? [] : [rule([toX(goal), barY - 1, toX(goal), barY + barHeight + 1], goalColour, 2.5)]),
        text(figureAt(toX(value), goal && toX(goal)), barY + barHeight - 2, value.toFixed(2), {
          size: 11,
          color: isUnder ? goalColour : '#1f2328',
        }),
      ];
    }),
  ];
}

/** Rows of bars that start at 0, each with its goal. */
export function drawBars({ title, axis, series, base, rows }: BarChart): string {
  const all = rows.flatMap(({ bars }) => bars.flatMap(({ value, goal = 0 }) => [value, goal]));
  const ticks = ticksTo(Math.max(base.value, ...all));
  const toX = linear([0, ticks.at(-1) as number], [left, width - right]);
  const rowHeight = (rows[0]?.bars.length ?? 1) * (barHeight + 2) + rowGap;
  const bottom = top + rows.length * rowHeight;
  const hasGoals = rows.some(({ bars }) => bars.some(({ goal }) => goal !== undefined));
  const entries = hasGoals ? [...series, [goalColour, 'goal'] as const] : series;
  const frame = { toX, colors: series.map(([color]) => color) };
  return picture({ size: [width, bottom + 56], title }, [
    legend(left, 58, entries),
    ...ticks.map((tick) => rule([toX(tick), top - 6, toX(tick), bottom])),
    ...ticks.map((tick) => faintText(toX(tick), bottom + 18, String(tick), { anchor: 'middle' })),
    rule([toX(base.value), top - 6, toX(base.value), bottom], '#1f2328', 1.5),
    ...rows.flatMap((row, at) => drawRow(row, top + at * rowHeight, frame)),
    faintText(toX(base.value), top - 12, base.words, { anchor: 'middle' }),
    faintText((left + width - right) / 2, bottom + 42, axis, { anchor: 'middle', size: 12 }),
  ]);
}
