import { isSplit, schemeOf } from '../claims.ts';
import { type Found, leastScore, type Parts, scoreOf } from './score.ts';

/** What is known of either side of a pair. */
export interface Side {
  /** Who speaks of it. */
  sources: readonly number[];
  /** Its domains, slugs and D-U-N-S numbers, and the splits by hand that it is a side of. */
  reach: readonly string[];
  /** Years in which it was founded. */
  years: readonly number[];
}

/** A company with a register number. */
export interface NumberedCompany extends Side {
  /** Some record gives its name: else it is no company, only a business name's holder. */
  named: boolean;
}

/** Records without a register number that bear a name of the company. */
export interface Contender extends Side {
  name: Found<'name'>;
  region: Found<'region'>;
  /** How many companies bear one of its names in its country; and of these, where the region does not speak against it. */
  companies: number;
  nearby: number;
  /** Its source is one that may link. */
  mayLink: boolean;
  /** A register of everybody who may bear a name in the country lists the company: its namesakes are known. */
  complete: boolean;
  /** Both names are written with legal forms, and with such as exclude each other. */
  hasOtherForm: boolean;
  /** It also bears a name that says nothing: it could be any of many. */
  common: boolean;
  refused: boolean;
}

/** Companies move, and sets are old: with more namesakes in a country, the one in the right region may be the wrong one. */
const mostNamesakes = 3;
/** A business often is older than its company, but not by so much. */
const yearsNear = 1;
const yearsFar = 10;

const isNear = ({ region }: Contender) => region !== 'different';
const shareSource = (one: Side, other: Side) => one.sources.some((source) => other.sources.includes(source));

/** Schemes of which both claim something, and nothing in common. */
function differencesOf(one: Side, other: Side): string[] {
  const schemes = new Set(one.reach.map(schemeOf));
  const common = new Set(one.reach.filter((claim) => other.reach.includes(claim)).map(schemeOf));
  return [...new Set(other.reach.map(schemeOf))].filter((scheme) => schemes.has(scheme) && !common.has(scheme));
}
const differ = (one: Side, other: Side) => differencesOf(one, other).length > 0;
const isParted = (one: Side, other: Side) => differencesOf(one, other).some((scheme) => isSplit(`${scheme}:`));

function yearsApart(one: Side, other: Side): number | undefined {
  const distances = one.years.flatMap((year) => other.years.map((otherYear) => Math.abs(year - otherYear)));
  return distances.length > 0 ? Math.min(...distances) : undefined;
}

function foundedOf(company: Side, contender: Side): Found<'founded'> {
  const apart = yearsApart(company, contender);
  if (apart === undefined) return 'unknown';
  if (apart <= yearsNear) return 'equal';
  return apart <= yearsFar ? 'near' : 'different';
}

function reachOf(company: Side, contender: Side): Found<'reach'> {
  if (differ(company, contender)) return 'different';
  return contender.reach.some((claim) => company.reach.includes(claim)) ? 'shared' : 'unknown';
}

function namesakesOf(contender: Contender): Found<'namesakes'> {
  const others = (isNear(contender) ? contender.nearby : contender.companies) - 1;
  if (others === 0) return 'none';
  if (others === 1) return 'one';
  return others <= 4 ? 'few' : 'many';
}

const partsOf = (company: NumberedCompany, contender: Contender): Parts => ({
  name: contender.name,
  region: contender.region,
  reach: reachOf(company, contender),
  founded: foundedOf(company, contender),
  namesakes: namesakesOf(contender),
});

interface Case {
  company: NumberedCompany;
  contender: Contender;
  parts: Parts;
  /** Others that bear the name as rightly: who bears the company's own name has no rivals among its trading names. */
  others: readonly Contender[];
}

/** What keeps a pair from being linked without an operator. Each is enough. */
const obstacles = {
  name: ({ parts }) => parts.name === 'former' || parts.name === 'similar',
  form: ({ contender }) => contender.hasOtherForm,
  region: ({ parts }) => parts.region !== 'equal',
  reach: ({ parts }) => parts.reach === 'different',
  founded: ({ parts }) => parts.founded === 'different',
  namesakes: ({ contender }) => contender.nearby > 1 || contender.companies > mostNamesakes,
  /** Who else bears the name is not known. */
  partial: ({ contender }) => !contender.complete,
  nameless: ({ company }) => !company.named,
  /** The source names this company already: it means another one. */
  spoken: ({ company, contender }) => shareSource(company, contender),
  /** Its source has another that could be it. */
  rival: ({ contender, others }) => {
    const rivals = others.filter((other) => shareSource(other, contender));
    return rivals.some(isNear) || rivals.length >= mostNamesakes;
  },
  /** Two sources have one each, and they are not the same. */
  disputed: ({ contender, others }) => others.some((other) => isNear(other) && differ(other, contender)),
  /** Somebody else bears the company's own name. */
  outranked: ({ contender, others }) =>
    contender.name === 'trading' && others.some((other) => isNear(other) && other.name === 'equal'),
  source: ({ contender }) => !contender.mayLink,
} satisfies Record<string, (one: Case) => boolean>;

export type Obstacle = keyof typeof obstacles;
const obstacleNames = Object.keys(obstacles) as Obstacle[];

export interface Verdict {
  linked: boolean;
  score: number;
  reasons: Parts & { obstacles: Obstacle[] };
}

const isRival = (contender: Contender, other: Contender) =>
  other.name === 'equal' || (other.name === 'trading' && contender.name === 'trading');

/**
 * Which of those who bear a company's name are that company: all at once, since each may stand in another's way. One
 * verdict a contender; undefined: not even worth proposing, or an operator has said no. These stand in others' way too.
 */
export function judge(company: NumberedCompany, contenders: readonly Contender[]): (Verdict | undefined)[] {
  return contenders.map((contender, place) => {
    if (contender.refused || contender.common || isParted(company, contender)) return undefined;
    const parts = partsOf(company, contender);
    const score = scoreOf(parts);
    if (score < leastScore) return undefined;
    const others = contenders.filter((other, at) => at !== place && isRival(contender, other));
    const inTheWay = obstacleNames.filter((name) => obstacles[name]({ company, contender, parts, others }));
    return { linked: inTheWay.length === 0, score, reasons: { ...parts, obstacles: inTheWay } };
  });
}
