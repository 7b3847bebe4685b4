import { parseArgs } from 'node:util';
import type { PeersOrder } from './peers-run.ts';

const usage = `usage: measure-peers [options]   the service beside others on this machine: docs/performance/peers.md

  --world PEOPLE   an invented world of this size is loaded (100000), or used if it was kept
  --keep           keeps that world for the next call
  --rounds N       rounds that count, beside one to warm up (4)
  --seconds N      of each side in a round (2)
  --pgbench PROGRAM, --yente PROGRAM   where they are installed; yente is left out without it
  --busy           does not wait until the machine is quiet; writes no page
  --no-write       prints, and writes no page`;

const options = {
  world: { type: 'string', default: '100000' },
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

/** @throws with everything that is wrong */
export function parsePeers(argv: readonly string[]): PeersOptions {
  const values = readValues(argv);
  const wrong = (['world', 'rounds', 'seconds'] as const).filter((name) => !/^[1-9]\d{0,8}$/.test(values[name]));
  if (wrong.length > 0) {
    throw new Error(`${wrong.map((name) => `--${name} must be a number, not "${values[name]}"`).join('\n')}\n${usage}`);
  }
  return {
    people: Number(values.world),
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
