import { readFileSync } from 'node:fs';

interface Reading {
  /** By `performance.now`. */
  readonly at: number;
  /** Processor time in ticks since the machine started: what its host gave to other machines, and all of it. */
  readonly stolen: number;
  readonly all: number;
}

/** The first eight numbers of proc_stat(5) are disjoint; the eighth is `steal`. */
export function parseReading(stat: string, at: number): Reading {
  const ticks = stat.slice(0, stat.indexOf('\n')).split(/\s+/).slice(1, 9).map(Number);
  return { at, stolen: ticks[7] ?? 0, all: ticks.reduce((sum, some) => sum + some, 0) };
}

/** The share of the processor time that was stolen between two times, by the readings next to them. */
export function stolenShare(readings: readonly Reading[], from: number, to: number): number {
  const first = readings.findLast(({ at }) => at <= from) ?? readings[0];
  const last = readings.find(({ at }) => at >= to) ?? readings.at(-1);
  if (!first || !last || last.all === first.all) return 0;
  return (last.stolen - first.stolen) / (last.all - first.all);
}

/** Reads once a second how much of the processor time the host of this virtual machine takes for others. */
export function watchStolenTime() {
  const readings: Reading[] = [];
  const read = () => readings.push(parseReading(readFileSync('/proc/stat', 'utf8'), performance.now()));
  read();
  const timer = setInterval(read, 1000);
  return {
    between: (from: number, to: number) => stolenShare(readings, from, to),
    stop: () => clearInterval(timer),
  };
}
