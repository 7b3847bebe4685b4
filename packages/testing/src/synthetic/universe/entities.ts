import { industries } from '../../../../server/src/sample-data/demo/industries.ts';
import { nameWords } from '../../../../server/src/sample-data/demo/name-words.ts';
import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { abnOfOther, kindOfBusiness, postcodeIn, states } from './australia.ts';
import { type Company, companyOf, draws } from './company.ts';
import { extractDay } from './days.ts';

/** An entry of the Australian Business Register: a business of the universe, or a person, a fund or a club. */
export interface Entity {
  readonly group: 'individuals' | 'businesses' | 'others';
  readonly code: string;
  readonly text: string;
  readonly abn: string;
  readonly acn: string | undefined;
  /** In capitals; empty for a person. */
  readonly name: string;
  readonly person: { given: string; middle: string | undefined; family: string } | undefined;
  readonly state: string;
  readonly postcode: string;
  readonly isCancelled: boolean;
  /** The day on which the status began. */
  readonly since: number;
}

type Line = [perThousand: number, code: string, text: string, forms: string];

/** Per thousand entries; the businesses of the universe come first. */
const lines: Line[] = [
  [245, '', '', ''],
  [90, 'SMF', 'ATO Regulated Self-Managed Superannuation Fund', '* SUPERANNUATION FUND|THE * SUPER FUND'],
  [45, 'DIT', 'Discretionary Investment Trust', 'THE TRUSTEE FOR * FAMILY TRUST|The Trustee for * Trust'],
  [9, 'FUT', 'Fixed Unit Trust', 'The Trustee for * Unit Trust'],
  [15, 'FPT', 'Family Partnership', '* FAMILY PARTNERSHIP|* & SONS'],
  [26, 'UIE', 'Other Unincorporated Entity', '* CLUB|* PROGRESS ASSOCIATION'],
  [12, 'STR', 'Strata-title', 'The Owners - * Strata Plan'],
  [5, 'SGE', 'State Government Entity', '* STATE SCHOOL'],
  [3, 'LGE', 'Local Government Entity', '* SHIRE COUNCIL'],
  [550, 'IND', 'Individual/Sole Trader', '*'],
];
const kindAt = lines.flatMap(([perThousand, code, text, forms]) =>
  Array.from({ length: perThousand }, () => ({ code, text, forms: forms.split('|') })),
);
const perBlock = kindAt.length;
const businessesPerBlock = lines[0]?.[0] as number;

/** The places of a block are visited in steps that reach each once, so that kinds alternate. */
const step = 387;
const random = new Random();

function placeOf(seed: number, row: number): number {
  const shift = random.restart(seed, Math.floor(row / perBlock), draws.block).below(perBlock);
  return ((row % perBlock) * step + shift) % perBlock;
}

export const groupOf = (seed: number, row: number): Entity['group'] => {
  const place = placeOf(seed, row);
  if (place < businessesPerBlock) return 'businesses';
  return kindAt[place]?.code === 'IND' ? 'individuals' : 'others';
};

const upper = (words: readonly { word: string }[]) => words.map(({ word }) => word.toUpperCase());
const [first, second] = [upper(nameWords.en.first), upper(nameWords.en.second)];
const trades = industries.flatMap((industry) => industry.trades.map((trade) => trade.toUpperCase()));

/** A name in capitals, for what no other file is about. */
export function anyName(random: Random): string {
  const [head, tail, trade] = [random.pick(first), random.pick(second), random.pick(trades)];
  return random.chance(0.1) ? `${head} & ${tail} ${trade}` : `${head}${tail} ${trade}`;
}

/** New combinations too: to our knowledge no real person is called Quill Bramble Saltmere. */
const anyPerson = () => ({
  given: random.pick(first),
  middle: random.chance(0.5) ? random.pick(first) : undefined,
  family: random.pick(first) + random.pick(second),
});

const stateOf = ({ region }: { region: string }): string => region.slice('AU-'.length);

/** What the business register says of a company of the universe. */
export function entityOf(seed: number, { nth, name, place, since, numbers }: Company): Entity {
  const { code, text } = kindOfBusiness(nth);
  random.restart(seed, nth, draws.entity);
  return {
    ...{ group: 'businesses', code, text, abn: numbers.abn ?? '', acn: numbers.acn, person: undefined, since },
    name: name.toUpperCase(),
    ...{ state: stateOf(place), postcode: postcodeIn(random, stateOf(place)) },
    // The register of charities lists active ones only.
    isCancelled: code !== 'OIE' && random.chance(0.4),
  };
}

/** The entry in a row of the business register. */
export function entityAt(seed: number, row: number): Entity {
  const place = placeOf(seed, row);
  const block = Math.floor(row / perBlock);
  if (place < businessesPerBlock) return entityOf(seed, companyOf(seed, 'AU', block * businessesPerBlock + place));
  const { code, text, forms } = kindAt[place] as (typeof kindAt)[number];
  random.restart(seed, -1 - row, draws.entity);
  const state = random.pick(states);
  const isPerson = code === 'IND';
  return {
    ...{ group: isPerson ? 'individuals' : 'others', code, text, acn: undefined, state },
    // Counted from the other end, so that businesses have other numbers.
    abn: abnOfOther(99_999_999 - (block * (perBlock - businessesPerBlock) + place - businessesPerBlock)),
    name: isPerson ? '' : random.pick(forms).replace('*', anyName(random)),
    person: isPerson ? anyPerson() : undefined,
    postcode: postcodeIn(random, state),
    isCancelled: random.chance(0.55),
    since: random.below(extractDay),
  };
}
