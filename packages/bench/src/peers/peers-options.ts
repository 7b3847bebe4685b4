import { parseArgs } from 'node:util';
import type { PeersOrder } from './peers-run.ts';

const usage = `usage: measure-peers [options]   compare orgdex with other systems on this machine: docs/performance/peers.md

  --dataset PEOPLE  load a synthetic dataset of this size, or use the one that was kept (100000)
  --keep            keep the dataset for the next run
  --rounds N        number of rounds, after one warm-up round (4)
  --seconds N       seconds per system in each round (2)
  --pgbench PROGRAM, --yente PROGRAM   paths of the programs; without --yente, yente is left out
  --busy            do not wait until the machine is idle; do not write the page
  --no-write        print the result, do not write the page`;

const options = {
  dataset: { type: 'string', default: '100000' },
  rounds: { type: 'string', default: '4' },
  seconds: { type: 'string', default: '2' },
  pgbench: { type: 'string' },
  yente: { type: 'string' },
  keep: { type: 'boolean', default: false },
  busy: { type: 'boolean', default: false },
  'no-write': { type: 'boolean', default: false },
} as const;

export interface PeersOptions extends PeersOrder {
  readonly people: number;
  readonly isKept: boolean;
  readonly writes: boolean;
}

function readValues(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}

/** @throws with all invalid options */
export function parsePeers(argv: readonly string[]): PeersOptions {
  const values = readValues(argv);
  const wrong = (['dataset', 'rounds', 'seconds'] as const).filter((name) => !/^[1-9]\d{0,8}$/.test(values[name]));
  if (wrong.length > 0) {
    throw new Error(
      `${wrong.map((name) => `--${name} must be a positive number, not "${values[name]}"`).join('\n')}\n${usage}`,
    );
  }
  return {
    people: Number(values.dataset),
    isKept: values.keep,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: 64,
    pgbench: values.pgbench,
    yente: values.yente,
    isBusy: values.busy,
    writes: !values['no-write'] && !values.busy,
  };
}
