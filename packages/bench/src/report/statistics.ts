/** The quantile, interpolated between neighbors. */
export function quantile(values: readonly number[], share: number): number {
  const rising = values.toSorted((a, b) => a - b);
  const rank = share * (rising.length - 1);
  const below = rising[Math.floor(rank)] ?? Number.NaN;
  const above = rising[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Spread {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/** The median and the quartiles around it. */
export const spreadOf = (values: readonly number[]): Spread => ({
  low: quantile(values, 0.25),
  middle: median(values),
  high: quantile(values, 0.75),
});

/** The slope of the line through the points that fits best (least squares). */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
