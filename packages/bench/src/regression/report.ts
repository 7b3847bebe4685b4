import { describeMachine, type Machine } from '../report/machine.ts';
import { tableOf } from '../report/page.ts';
import { floorOf, type GuardRecord, guardRounds, guardWorld, leastMargin, slack } from './check.ts';

const number = new Intl.NumberFormat('en');
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Of fewer runs nobody knows how far they can lie apart. */
const enoughRuns = 20;
export const recordCommand = `npm run bench -- guard --record ${enoughRuns}`;

/** How far the runs lie apart, and that the margin holds all of them. */
function noiseTable({ recorded, runs }: GuardRecord): string {
  const head = ['ratio to the bare engine', 'lowest', 'median', 'highest', 'margin', 'fails below', 'runs that pass'];
  const lines = Object.entries(recorded).map(([name, one]) => {
    const seen = runs.map((run) => run[name] as number);
    const passed = seen.filter((ratio) => ratio >= floorOf(one)).length;
    const figures = [Math.min(...seen), one.ratio, Math.max(...seen)].map((value) => value.toFixed(2));
    return [name, ...figures, percent(one.margin), floorOf(one).toFixed(2), `${passed} of ${seen.length}`];
  });
  return tableOf(head, lines);
}

/** What guard.md says of a record, all of it from the record and from what the guard does. */
export function toGuardPage(record: GuardRecord): string {
  const { machine, runs } = record;
  const { rounds, seconds, warmSeconds } = guardRounds;
  const trial = `**A trial:** ${runs.length} runs are too few to know how far they can lie apart; \`${recordCommand}\` makes enough.`;
  return [
    describeMachine(machine),
    `A world of ${number.format(guardWorld)} people; ${rounds} rounds of each question, each way ${seconds} s in a round, after ${warmSeconds} s to warm up. Recorded from ${runs.length} runs, each with new processes: the median, and the least margin of ${percent(leastMargin)} or more that lets all of them pass with ${percent(slack)} to spare.`,
    ...(runs.length < enoughRuns ? [trial] : []),
    noiseTable(record),
  ].join('\n\n');
}

/** What whoever runs it elsewhere has to know; ratios depend on how many share the cores. */
export function describeOtherCores({ cores, day }: Machine, here: number): string | undefined {
  if (cores === here) return undefined;
  return `The ratios were recorded on ${cores} cores (${day}), and this machine has ${here}: they may differ for that alone.`;
}
