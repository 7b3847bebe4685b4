import { Command, InvalidArgumentError } from 'commander';
import { formatNumber } from '../format-number.ts';
import { settle } from '../ingest/decide.ts';
import { listMatches, type MatchState, matchStates } from '../ledger/matches.ts';
import { acceptMatch, type DecideDeps, refuseMatch } from '../matching/decide.ts';
import { type MatchResult, runMatches } from '../matching/run.ts';
import { chooseSources } from '../matching/sources.ts';
import { readSecret } from '../secret.ts';
import { completeRegisters } from '../sources/index.ts';
import { auditing } from './acting.ts';
import { type Context, withBatches } from './context.ts';
import { describeMatch } from './describe-match.ts';
import { addText } from './parse-choice.ts';
import { parsePositive } from './parse-count.ts';

const published = 'Published by the next `orgdex publish`, or by a running `orgdex serve`.';

const counted = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;

function describeRun(result: MatchResult, linking: readonly string[], seconds: number): string {
  const { companies, free, linked, drawn, withdrawn, candidates } = result;
  return [
    `Compared ${formatNumber(free)} without a register number with ${formatNumber(companies)} that have one, in ${seconds.toFixed(1)} s.`,
    `Sources that may link: ${linking.join(', ') || 'none'}.`,
    `${counted(linked, 'link', 'links')}: ${formatNumber(drawn)} new; ${formatNumber(withdrawn)} taken back.`,
    `${counted(candidates, 'candidate waits', 'candidates wait')} for a decision: \`orgdex match list\`.`,
    ...(drawn + withdrawn > 0 ? [published] : []),
  ].join('\n');
}

function runCommand(context: Context): Command {
  return new Command('run')
    .description(
      'link records without a register number to the one company of their name and place; propose what is less certain, and take back what no longer holds',
    )
    .option(
      '--source <name>',
      'a source that may link, repeatable, for this run alone: links of sources that a run does not name are taken back and stay as candidates (default: all of class web)',
      addText,
    )
    .option('--json', 'progress and result as JSON')
    .action(({ source, json = false }: { source?: string[]; json?: boolean }) =>
      withBatches(context, json, async ({ pool, secret, progress }) => {
        const began = Date.now();
        const sources = await chooseSources(pool, { named: source, completeRegisters });
        const deps = { pool, progress, settle: (client: Parameters<typeof settle>[0]) => settle(client, secret) };
        const result = await runMatches(deps, { sources });
        progress.end();
        const seconds = (Date.now() - began) / 1000;
        const linking = [...sources.values()].filter(({ mayLink }) => mayLink).map(({ name }) => name);
        if (json) context.print(JSON.stringify({ event: 'done', seconds, sources: linking, ...result }));
        else context.note(describeRun(result, linking, seconds));
      }),
    );
}

function parseScore(text: string): number {
  if (!/^(?:0(?:\.[0-9]{1,4})?|1(?:\.0{1,4})?)$/.test(text)) throw new InvalidArgumentError('A number from 0 to 1.');
  return Number(text);
}

function parseState(text: string): MatchState {
  const state = matchStates.find((known) => known === text);
  if (!state) throw new InvalidArgumentError(`The states are ${matchStates.join(', ')}.`);
  return state;
}

interface ListOptions {
  state: MatchState;
  source?: string;
  minScore: number;
  limit: number;
  json?: boolean;
}

const noMatch = (state: MatchState) =>
  state === 'candidate'
    ? 'No candidate waits for a decision, or none that fits: `orgdex match run` looks for them.'
    : `No match is ${state}, or none that fits.`;
const afterList =
  'All that is known of either: `orgdex company explain <company>`. Join them with `orgdex match accept <id>`, keep them apart with `orgdex match refuse <id>`.';

function listCommand(context: Context): Command {
  return new Command('list')
    .description('pairs that may be one company, the most certain first, with what speaks for and against it')
    .option('--state <state>', matchStates.join(', '), parseState, 'candidate')
    .option('--source <name>', 'only records of this source')
    .option('--min-score <score>', 'only those with at least this score, 0 to 1', parseScore, 0)
    .option('--limit <n>', 'how many', parsePositive, 20)
    .option('--json', 'as JSON')
    .action(({ json = false, ...question }: ListOptions) =>
      context.withLedger(async (pool) => {
        const { matches, count } = await listMatches(pool, question);
        if (json) return context.print(JSON.stringify(matches));
        if (matches.length === 0) return context.note(noMatch(question.state));
        context.print(matches.map(describeMatch).join('\n\n'));
        context.note(
          `\n${matches.length} of ${formatNumber(count)}. ${question.state === 'candidate' ? afterList : ''}`.trimEnd(),
        );
      }),
    );
}

/** The ledger, and the right to decide: written down under the name of whoever runs the command. */
function deciding(context: Context, run: (deps: DecideDeps) => Promise<string>): Promise<void> {
  return context.withLedger(async (pool) => {
    const secret = readSecret(context.config().ORGDEX_HOME);
    const note = await run({ pool, settle: (client) => settle(client, secret), recordAudit: auditing(context) });
    context.note(note);
  });
}

function acceptCommand(context: Context): Command {
  return new Command('accept')
    .description('join both by hand: it is remembered, and the younger id redirects')
    .argument('<id>', 'as `orgdex match list` shows it', parsePositive)
    .action((id: number) =>
      deciding(context, async (deps) => `They are one company now: ${await acceptMatch(deps, id)}. ${published}`),
    );
}

function refuseCommand(context: Context): Command {
  return new Command('refuse')
    .description('keep both apart: they are not linked or proposed again; a link is taken back')
    .argument('<id>', 'as `orgdex match list` shows it', parsePositive)
    .action((id: number) =>
      deciding(context, async (deps) =>
        (await refuseMatch(deps, id))
          ? `The link is taken back, and will not be drawn again. ${published}`
          : 'They will not be proposed again.',
      ),
    );
}

export const matchCommand = (context: Context): Command =>
  new Command('match')
    .description('companies that name and place make one, where no register number tells')
    .addCommand(runCommand(context))
    .addCommand(listCommand(context))
    .addCommand(acceptCommand(context))
    .addCommand(refuseCommand(context));
