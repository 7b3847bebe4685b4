/** The quantile, interpolated between neighbors. */
export function quantile(values: readonly number[], share: number): number {
  const rising = values.toSorted((a, b) => a - b);
  const rank = share * (rising.length - 1);
  const below = rising[Math.floor(rank)] ?? Number.NaN;
  const above = rising[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The slope of the line through the points that fits best (least squares). */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => sumOf(points.map((point) => point[at])) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const covariance = sumOf(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  return covariance / sumOf(points.map(([x]) => (x - meanX) ** 2));
}
