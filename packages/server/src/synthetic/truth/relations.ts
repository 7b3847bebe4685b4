import { blockSize, groupSizes, namesakeEvery, pairsPerBlock } from './rates.ts';

/** The options of a population whose true companies are known. */
export interface KnownPopulation {
  seed: number;
  companies: number;
}

type PairTrap = keyof typeof pairsPerBlock;

/** The relation of a company to others: it is the nth of its pair or group, from 0. */
export interface Relation {
  trap: PairTrap | 'shared domain' | 'informal namesake' | 'namesake abroad';
  nth: number;
}

/** The first positions of a block, two for each pair. */
const paired: readonly Relation[] = Object.entries(pairsPerBlock).flatMap(([trap, pairs]) =>
  Array.from({ length: 2 * pairs }, (_, at) => ({ trap: trap as PairTrap, nth: at % 2 })),
);

/** The last positions of a block: companies whose names an unregistered company shares. */
const lastOfBlock = { informal: blockSize - 1, abroad: blockSize - 2 } as const;
export type Unregistered = keyof typeof lastOfBlock;
const trapOf = { informal: 'informal namesake', abroad: 'namesake abroad' } as const;

/** The company of a block whose name one of its unregistered companies shares. */
export const namedAfter = (kind: Unregistered, block: number): number | undefined =>
  block % namesakeEvery[kind] === 0 ? block * blockSize + lastOfBlock[kind] : undefined;

export const wholeBlocks = ({ companies }: KnownPopulation): number => Math.floor(companies / blockSize);

function relationAt(block: number, place: number): Relation | undefined {
  const nth = place - paired.length;
  if (nth < 0) return paired[place];
  if (nth < (groupSizes[block % groupSizes.length] as number)) return { trap: 'shared domain', nth };
  for (const kind of ['informal', 'abroad'] as const)
    if (namedAfter(kind, block) === block * blockSize + place) return { trap: trapOf[kind], nth: 0 };
  return undefined;
}

/** An incomplete last block has no relations: one half of a pair would be no trap. */
export function relationOf(population: KnownPopulation, index: number): Relation | undefined {
  const block = Math.floor(index / blockSize);
  return block < wholeBlocks(population) ? relationAt(block, index % blockSize) : undefined;
}
