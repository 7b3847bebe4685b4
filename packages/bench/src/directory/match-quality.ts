import { allGiven, type JudgedItem } from './matched-items.ts';

/** How good matches are, for items that say the same. */
export interface MatchQuality {
  readonly given: string;
  readonly items: number;
  readonly matched: number;
  readonly precision: number;
  /** Of the items whose company is in the directory and can be told from its namesakes. */
  readonly recall: number;
  /** Of the items that fit two namesakes: ambiguous, with both listed. */
  readonly ambiguous: number;
  readonly pairs: number;
}

const isPair = ({ truth }: JudgedItem) => truth.length > 1;
const isRight = ({ truth, best }: JudgedItem) => best !== undefined && truth[0] === best.candidate.key;
const share = (part: number, all: number): number => (all === 0 ? 1 : part / all);

/** Whether an item says what its kind promises: the company of an item "with a domain" may have none. */
const saysItAll = ({ given, item }: JudgedItem): boolean =>
  given !== 'domain' || item.website !== undefined || item.email !== undefined;

function qualityOf(given: string, items: readonly JudgedItem[]): MatchQuality {
  const matched = items.filter(({ status }) => status === 'matched');
  const right = matched.filter(isRight);
  const tellable = items.filter((item) => item.truth.length === 1);
  const pairs = items.filter(isPair);
  const bothListed = pairs.filter(
    ({ status, truth, deciding }) => status === 'ambiguous' && truth.every((key) => deciding.includes(key)),
  );
  return {
    given,
    items: items.length,
    matched: matched.length,
    precision: share(right.length, matched.length),
    recall: share(tellable.filter((item) => item.status === 'matched' && isRight(item)).length, tellable.length),
    ambiguous: share(bothListed.length, pairs.length),
    pairs: pairs.length,
  };
}

export const qualitiesOf = (items: readonly JudgedItem[]): MatchQuality[] => [
  ...allGiven.map((given) =>
    qualityOf(
      given,
      items.filter((item) => item.given === given && saysItAll(item)),
    ),
  ),
  qualityOf('all', items),
];

/** What became of the items with one trap. */
export interface TrapOutcome {
  readonly trap: string;
  readonly items: number;
  readonly right: number;
  readonly wrong: number;
  readonly ambiguous: number;
  readonly none: number;
  /** The company was not among those that were compared. */
  readonly notFound: number;
  readonly example: string;
}

const trapsOf = ({ traps }: JudgedItem): readonly string[] => (traps.length > 0 ? traps : ['none']);

function outcomeOf(trap: string, items: readonly JudgedItem[]): TrapOutcome {
  const matched = items.filter(({ status }) => status === 'matched');
  const wrong = matched.filter((item) => !isRight(item));
  const [example] = wrong;
  return {
    trap,
    items: items.length,
    right: matched.length - wrong.length,
    wrong: wrong.length,
    ambiguous: items.filter(({ status }) => status === 'ambiguous').length,
    none: items.filter(({ status }) => status === 'none').length,
    notFound: items.filter(({ truth: [key], candidates }) => key && !candidates.some((one) => one.key === key)).length,
    example: example ? `${example.item.name} → ${example.best?.candidate.key}` : '',
  };
}

export function outcomesByTrap(items: readonly JudgedItem[]): TrapOutcome[] {
  const traps = [...new Set(items.flatMap(trapsOf))];
  return traps
    .map((trap) =>
      outcomeOf(
        trap,
        items.filter((item) => trapsOf(item).includes(trap)),
      ),
    )
    .sort((a, b) => b.items - a.items);
}

/** The best candidates whose scores are in one tenth, and how many of them are right. */
export interface CalibrationBin {
  readonly from: number;
  readonly answers: number;
  readonly score: number;
  readonly right: number;
}

const bins = 10;

export function calibrationOf(items: readonly JudgedItem[]): { bins: CalibrationBin[]; error: number } {
  const scored = items.flatMap((item) => (item.best ? [{ score: item.best.score, right: isRight(item) }] : []));
  const table = Array.from({ length: bins }, (_, at) => {
    const inside = scored.filter(({ score }) => Math.min(bins - 1, Math.floor(score * bins)) === at);
    const mean = share(
      inside.reduce((sum, { score }) => sum + score, 0),
      inside.length,
    );
    const right = share(inside.filter((one) => one.right).length, inside.length);
    return { from: at / bins, answers: inside.length, score: mean, right };
  }).filter(({ answers }) => answers > 0);
  const error = table.reduce(
    (sum, { answers, score, right }) => sum + (answers / scored.length) * Math.abs(score - right),
    0,
  );
  return { bins: table, error };
}
