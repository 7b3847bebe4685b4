import { describeMachine, type Machine } from '../report/machine.ts';
import { tableOf } from '../report/page.ts';
import { checkPeople, checkRounds, leastMargin, lowestAllowed, type RegressionRecord, slack } from './check.ts';

const number = new Intl.NumberFormat('en');
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Fewer runs do not show the variance. */
const enoughRuns = 20;
export const recordCommand = `npm run bench -- regression --record ${enoughRuns}`;

/** The variance of the runs, and how many of them pass. */
function noiseTable({ baselines, runs }: RegressionRecord): string {
  const head = ['ratio to OpenSearch only', 'lowest', 'median', 'highest', 'margin', 'fails below', 'runs that pass'];
  const lines = Object.entries(baselines).map(([name, one]) => {
    const seen = runs.map((run) => run[name] as number);
    const passed = seen.filter((ratio) => ratio >= lowestAllowed(one)).length;
    const figures = [Math.min(...seen), one.ratio, Math.max(...seen)].map((value) => value.toFixed(2));
    return [name, ...figures, percent(one.margin), lowestAllowed(one).toFixed(2), `${passed} of ${seen.length}`];
  });
  return tableOf(head, lines);
}

/** The generated part of regression.md. */
export function toRegressionPage(record: RegressionRecord): string {
  const { machine, runs } = record;
  const { rounds, seconds, warmSeconds } = checkRounds;
  const trial = `**Trial:** ${runs.length} runs are too few to show the variance. Record more with \`${recordCommand}\`.`;
  return [
    describeMachine(machine),
    [
      `A dataset of ${number.format(checkPeople)} people; ${rounds} rounds of each case, ${seconds} s per`,
      `variant in each round, after a warm-up of ${warmSeconds} s. The baselines come from ${runs.length} runs,`,
      `each with new processes: the median, and the smallest margin of at least ${percent(leastMargin)} that all`,
      `runs pass with ${percent(slack)} to spare.`,
    ].join(' '),
    ...(runs.length < enoughRuns ? [trial] : []),
    noiseTable(record),
  ].join('\n\n');
}

/** The ratios depend on the number of cores, because service, stores and client share them. */
export function describeCoreMismatch({ cores, day }: Machine, here: number): string | undefined {
  if (cores === here) return undefined;
  return `The ratios were recorded on ${cores} cores (${day}), and this machine has ${here}: they may differ for this reason.`;
}
