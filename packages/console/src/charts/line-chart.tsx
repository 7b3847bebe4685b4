import { Plot, type Scale, ticksOf } from './plot.tsx';

interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Such as `stroke-series-1`. */
  readonly color: string;
}

interface LineChartProps {
  readonly label: string;
  readonly lines: readonly Line[];
  readonly places: readonly string[];
  readonly formatTick: (tick: number) => string;
  /** Shades what is below the first line. */
  readonly isArea?: boolean;
}

const height = 150;

/** The path of a line; a missing value interrupts it. */
function pathOf(values: readonly (number | null)[], { x, y }: Scale): string {
  let isDown = false;
  return values
    .map((value, at) => {
      if (value === null) {
        isDown = false;
        return '';
      }
      const command = isDown ? 'L' : 'M';
      isDown = true;
      return `${command}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

const areaOf = (values: readonly (number | null)[], scale: Scale): string => {
  const filled = values.map((value) => value ?? 0);
  return `${pathOf(filled, scale)}L${scale.x(values.length - 1)} ${scale.y(0)}L${scale.x(0)} ${scale.y(0)}Z`;
};

/** Values over time as lines. */
export function LineChart({ label, lines, places, formatTick, isArea }: LineChartProps) {
  const max = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const [first] = lines;
  return (
    <Plot label={label} height={height} ticks={ticksOf(max)} formatTick={formatTick} places={places}>
      {(scale) => (
        <>
          {isArea && first && <path d={areaOf(first.values, scale)} className="fill-accent-soft" />}
          {lines.map((line) => (
            <path
              key={line.label}
              d={pathOf(line.values, scale)}
              className={`fill-none ${line.color}`}
              strokeWidth="1.4"
              strokeLinejoin="round"
            />
          ))}
        </>
      )}
    </Plot>
  );
}
