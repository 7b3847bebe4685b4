/** Maps a value to a coordinate. */
export type Scale = (value: number) => number;
type Range = readonly [from: number, to: number];

export const linear =
  ([low, high]: Range, [from, to]: Range): Scale =>
  (value) =>
    from + ((value - low) / (high - low)) * (to - from);

export const logarithmic = ([low, high]: Range, range: Range): Scale => {
  const inner = linear([Math.log10(low), Math.log10(high)], range);
  return (value) => inner(Math.log10(value));
};

/** The powers of ten around all values. */
export function decadesAround(values: readonly number[]): Range {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.ceil(Math.log10(Math.max(...values)) - 1e-9);
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

/** The powers of ten of a range. */
export function decadesIn([low, high]: Range): number[] {
  const first = Math.round(Math.log10(low));
  return Array.from({ length: Math.round(Math.log10(high)) - first + 1 }, (_, at) => 10 ** (first + at));
}

/** Round numbers from 0 to at least the highest value, five to ten of them. */
export function ticksTo(highest: number): number[] {
  const rough = highest / 8;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * decade >= rough) ?? 10) * decade;
  const count = Math.ceil(highest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}
