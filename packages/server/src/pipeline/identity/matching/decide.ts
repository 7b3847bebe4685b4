import { isSplit, registerOf } from '../../../knowledge/rules/identifiers/claims.ts';
import type { ComparedPair, PairRow } from '../../../stores/postgres/matches/match-pairs.ts';
import { levelOfYears } from '../scoring/features.ts';
import { leastScore, type Parts, scoreOf } from './match-score.ts';
import { nameKinds } from './to-group.ts';

/** The facts about either side of a pair. */
export interface Side {
  /** The sources of its records. */
  sources: readonly number[];
  /** Its domains, slugs and D-U-N-S numbers, and the sides of manual splits that it is on. */
  reach: readonly string[];
  /** The founding years that its records state. */
  years: readonly number[];
}

/** A company with a register number. */
export interface NumberedCompany extends Side {
  /** At least one record has its name: otherwise it is only the holder of a business name. */
  named: boolean;
}

/** Records without a register number that have a name of the company. */
export interface Contender extends Side {
  name: Parts['name'];
  region: Parts['region'];
  /** How many companies have one of its names in its country, and how many of those may be in its region. */
  companies: number;
  nearby: number;
  /** Its source may link. */
  mayLink: boolean;
  /** A complete register of the country lists the company, so all its namesakes are known. */
  complete: boolean;
  /** The legal forms in the two names exclude each other. */
  hasOtherForm: boolean;
  /** It also has a common name, so it could be one of many companies. */
  common: boolean;
  refused: boolean;
}

/**
 * Companies move and data is old: with more namesakes in the country, the one in the right region may still be wrong.
 */
const maxNamesakes = 3;
/** A business is often older than its company, but not by more than this. */
const yearsFar = 10;

const isNear = ({ region }: Contender) => region !== 'different';
const shareSource = (one: Side, other: Side) => one.sources.some((source) => other.sources.includes(source));

/** The schemes and decisions in which both have values, but none in common. */
function differencesOf(one: Side, other: Side): string[] {
  const schemes = new Set(one.reach.map(registerOf));
  const common = new Set(one.reach.filter((claim) => other.reach.includes(claim)).map(registerOf));
  return [...new Set(other.reach.map(registerOf))].filter((scheme) => schemes.has(scheme) && !common.has(scheme));
}
const differ = (one: Side, other: Side) => differencesOf(one, other).length > 0;
const isSplitByHand = (one: Side, other: Side) => differencesOf(one, other).some(isSplit);

function yearsApart(one: Side, other: Side): number | undefined {
  const distances = one.years.flatMap((year) => other.years.map((otherYear) => Math.abs(year - otherYear)));
  return distances.length > 0 ? Math.min(...distances) : undefined;
}

function foundedOf(company: Side, contender: Side): Parts['founded'] {
  const apart = yearsApart(company, contender);
  return apart === undefined ? 'unknown' : levelOfYears(apart);
}

function reachOf(company: Side, contender: Side): Parts['reach'] {
  if (differ(company, contender)) return 'different';
  return contender.reach.some((claim) => company.reach.includes(claim)) ? 'shared' : 'unknown';
}

/** How many other companies the name could mean just as well. */
const othersOf = (contender: Contender): number => (isNear(contender) ? contender.nearby : contender.companies) - 1;

function namesakesOf(contender: Contender): Parts['namesakes'] {
  const others = othersOf(contender);
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
  /**
   * Contenders with an equal or better claim to the name: a trading name does not compete with the company's own name.
   */
  others: readonly Contender[];
}

/** The reasons not to link a pair without an operator. One is enough. */
const obstacles = {
  name: ({ parts }) => parts.name === 'former' || parts.name === 'similar',
  form: ({ contender }) => contender.hasOtherForm,
  region: ({ parts }) => parts.region !== 'equal',
  reach: ({ parts }) => parts.reach === 'different',
  founded: ({ company, contender }) => (yearsApart(company, contender) ?? 0) > yearsFar,
  namesakes: ({ contender }) => contender.nearby > 1 || contender.companies > maxNamesakes,
  /** The namesakes of the company are not all known. */
  partial: ({ contender }) => !contender.complete,
  nameless: ({ company }) => !company.named,
  /** The source already lists this company, so this record means another one. */
  spoken: ({ company, contender }) => shareSource(company, contender),
  /** The same source has another record that could be the company. */
  rival: ({ contender, others }) => {
    const rivals = others.filter((other) => shareSource(other, contender));
    return rivals.some(isNear) || rivals.length >= maxNamesakes;
  },
  /** Two sources have one record each, and these differ. */
  disputed: ({ contender, others }) => others.some((other) => isNear(other) && differ(other, contender)),
  /** Another record has the company's own name. */
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
 * Decides which of the contenders for a company's name are that company. All are considered together, because each may
 * block another. Returns one verdict per contender; undefined: not worth proposing, or rejected. These still block
 * others.
 */
export function decide(company: NumberedCompany, contenders: readonly Contender[]): (Verdict | undefined)[] {
  return contenders.map((contender, place) => {
    if (contender.refused || contender.common || isSplitByHand(company, contender)) return undefined;
    const parts = partsOf(company, contender);
    const score = scoreOf(parts, othersOf(contender));
    if (score < leastScore) return undefined;
    const others = contenders.filter((other, at) => at !== place && isRival(contender, other));
    const blocking = obstacleNames.filter((name) => obstacles[name]({ company, contender, parts, others }));
    return { linked: blocking.length === 0, score, reasons: { ...parts, obstacles: blocking } };
  });
}

const companyOf = (row: PairRow): NumberedCompany => ({
  named: row.named,
  sources: row.company_sources,
  reach: row.company_reach,
  years: row.company_years,
});

const contenderOf = ({ kind, may_link: mayLink, other_form: hasOtherForm, ...row }: PairRow): Contender => ({
  ...row,
  name: nameKinds[kind] as Contender['name'],
  mayLink,
  hasOtherForm,
});

const notWorthProposing = { linked: false, score: null, reasons: null };

/** Decides on all pairs of each company together. */
export const compareRows = (rows: readonly PairRow[]): ComparedPair[] =>
  [...Map.groupBy(rows, ({ company }) => company).values()].flatMap((own) => {
    const verdicts = decide(companyOf(own[0] as PairRow), own.map(contenderOf));
    return own.map(({ free, company }, at) => ({ free, company, ...(verdicts[at] ?? notWorthProposing) }));
  });
