/** Round steps for an axis: 1, 2 or 5 times a power of ten. */
export function ticksOf(max: number, count = 3): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < max) ticks.push((ticks.at(-1) ?? 0) + step);
  // Sums of decimals have rounding errors.
  return ticks.map((tick) => Number(tick.toPrecision(12)));
}

/** Every n-th place of a list, so that labels do not touch; the last one always. */
export function labelPlaces(length: number, maxLabels: number): number[] {
  const every = Math.max(1, Math.ceil(length / maxLabels));
  return Array.from({ length }, (_, at) => at).filter((at) => (length - 1 - at) % every === 0);
}
