import { Command, InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { counted, formatNumber } from '../../core/output/numbers.ts';
import { readSecret } from '../../core/settings/secret.ts';
import { completeRegisters, sources as publicSources } from '../../knowledge/sources/index.ts';
import { settle } from '../../pipeline/identity/apply-links.ts';
import { type Decided, decideMany } from '../../pipeline/identity/matching/decide-many.ts';
import { chooseSources, linkingClass } from '../../pipeline/identity/matching/linking-sources.ts';
import { acceptMatch, type DecideDeps, rejectMatch, undoMatch } from '../../pipeline/identity/matching/review.ts';
import { type MatchResult, runMatches } from '../../pipeline/identity/matching/run.ts';
import { maxMatchLanes } from '../../pipeline/identity/matching/scan-lanes.ts';
import { stateName } from '../../pipeline/identity/matching/wording.ts';
import { countFitting, listMatches, type MatchState, matchStates } from '../../stores/postgres/matches/matches.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { auditing, type Context, withBatches } from '../context.ts';
import { addText, parsePositive } from '../options/parse.ts';
import { describeMatch, toMatchJson } from '../output/describe-match.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';

const published = 'The next `orgdex publish`, or a running `orgdex serve`, publishes the change.';

function describeRun(result: MatchResult, linking: readonly string[], seconds: number): string {
  const { full, companies, free, linked, drawn, withdrawn, candidates } = result;
  return [
    full === null ? 'Compared only what changed since the last run.' : `Compared everything: ${full}.`,
    [
      `Compared ${counted(free, 'company', 'companies')} without a register number with`,
      `${counted(companies, 'company', 'companies')} that ${companies === 1 ? 'has' : 'have'} one, in`,
      `${seconds.toFixed(1)} s.`,
    ].join(' '),
    `Sources that may create links: ${linking.join(', ') || 'none'}.`,
    `${counted(linked, 'link', 'links')}: ${formatNumber(drawn)} new, ${formatNumber(withdrawn)} removed.`,
    candidates === 0
      ? 'No matches to review.'
      : `${counted(candidates, 'match', 'matches')} to review: run \`orgdex match list\`.`,
    ...(drawn + withdrawn > 0 ? [published] : []),
  ].join('\n');
}

/** The public sources that may create links unless the operator names others. */
const linkingSources = publicSources
  .filter((source) => source.class === linkingClass)
  .map(({ id }) => id)
  .join(', ');

function parseLanes(text: string): number {
  const lanes = parsePositive(text);
  if (lanes > maxMatchLanes) throw new InvalidArgumentError(`It must be at most ${maxMatchLanes}.`);
  return lanes;
}

interface RunOptions {
  source?: string[];
  full?: boolean;
  lanes?: number;
  json?: boolean;
}

function runCommand(context: Context): Command {
  return new Command('run')
    .description(
      [
        'Link companies without a register number to the company with the same name and location.',
        'Less certain matches are proposed for review; links that no longer hold are removed.',
        'Compares only what changed since the last run, unless the rules, the sources or most companies changed',
      ].join(' '),
    )
    .option(
      '--source <name>',
      [
        `Source that may create links (repeatable; default: those of class ${linkingClass}: ${linkingSources}).`,
        'Applies to this run only: links of other sources become proposed matches',
      ].join(' '),
      addText,
    )
    .option('--full', 'Compare all companies, not only those that changed since the last run')
    .addOption(
      new Option('--lanes <count>', `Threads and connections that compare companies, at most ${maxMatchLanes}`)
        .argParser(parseLanes)
        .default(undefined, 'one per core, at most 8'),
    )
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action(({ source, json = false, ...options }: RunOptions) =>
      withBatches(context, json, async ({ pool, secret, progress, config }) => {
        const began = Date.now();
        const sources = await chooseSources(pool, { named: source, completeRegisters });
        const settling = (client: Parameters<typeof settle>[0]) => settle(client, secret);
        const deps = { pool, progress, databaseUrl: config.DATABASE_URL, settle: settling };
        const result = await runMatches(deps, { ...options, sources });
        progress.end();
        const seconds = (Date.now() - began) / 1000;
        const linking = [...sources.values()].filter(({ mayLink }) => mayLink).map(({ name }) => name);
        if (json) context.print(JSON.stringify({ event: 'done', seconds, sources: linking, ...result }));
        else context.note(describeRun(result, linking, seconds));
      }),
    );
}

function parseScore(text: string): number {
  if (!/^(?:0(?:\.[0-9]{1,4})?|1(?:\.0{1,4})?)$/.test(text))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return Number(text);
}

const stateNames = matchStates.map(stateName).join(', ');

function parseState(text: string): MatchState {
  const state = matchStates.find((known) => stateName(known) === text);
  if (!state) throw new InvalidArgumentError(`It must be one of ${stateNames}.`);
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
    ? 'No proposed matches with these options. `orgdex match run` looks for new ones.'
    : `No ${stateName(state)} matches with these options.`;
const afterList =
  'Inspect a company with `orgdex company explain <company>`. Join both with `orgdex match accept <id>`, or keep them apart with `orgdex match reject <id>`.';

/** How many matches there are, as `38 matches` or `at least 100,000 matches`. */
async function countAll(pool: Pool, { state, source, minScore }: ListOptions): Promise<string> {
  const { value, relation } = await countFitting(pool, { state, source, minScore });
  return `${relation === 'gte' ? 'at least ' : ''}${counted(value, 'match', 'matches')}`;
}

function listCommand(context: Context): Command {
  return new Command('list')
    .description('List proposed matches, most certain first')
    .addOption(
      new Option('--state <state>', `Matches in this state: ${stateNames}`)
        .argParser(parseState)
        .default('candidate', 'proposed'),
    )
    .option('--source <name>', 'Only matches from this source')
    .option('--min-score <score>', 'Only matches with at least this score, from 0 to 1', parseScore, 0)
    .option('--limit <n>', 'Number of matches to list', parsePositive, 20)
    .option(...jsonOption)
    .action(({ json = false, ...question }: ListOptions) =>
      context.withDatabase(async (pool) => {
        const matches = await listMatches(pool, question);
        if (json) context.print(formatJsonList(matches.map(toMatchJson)));
        if (matches.length === 0) return context.note(noMatch(question.state));
        if (!json) context.print(matches.map(describeMatch).join('\n\n'));
        const next = question.state === 'candidate' ? ` ${afterList}` : '';
        context.note(`${json ? '' : '\n'}${matches.length} of ${await countAll(pool, question)}.${next}`);
      }),
    );
}

/** Opens the database for decisions that the audit log records with the operator as the actor. */
function deciding(context: Context, run: (deps: DecideDeps) => Promise<string>): Promise<void> {
  return context.withDatabase(async (pool) => {
    const secret = readSecret(context.config().ORGDEX_HOME);
    const note = await run({ pool, settle: (client) => settle(client, secret), recordAudit: auditing(context) });
    context.note(note);
  });
}

interface AcceptOptions {
  minScore?: number;
  source?: string;
}

/** Describes what was accepted, and why other matches were not. */
function describeAccepted({ decided, skipped }: Decided): string {
  const reasons = skipped.slice(0, listedSkips).map(({ message }) => `  ${message}`);
  const more = skipped.length > listedSkips ? [`  and ${formatNumber(skipped.length - listedSkips)} more`] : [];
  return [
    `Accepted ${counted(decided, 'match', 'matches')}. ${decided > 0 ? published : ''}`.trim(),
    ...(skipped.length > 0 ? [`${counted(skipped.length, 'match was', 'matches were')} not accepted:`] : []),
    ...reasons,
    ...more,
  ].join('\n');
}
const listedSkips = 5;

async function acceptMany(deps: DecideDeps, { minScore, source }: AcceptOptions): Promise<string> {
  if (minScore === undefined) throw new OperatorError('Name a match by its id, or many of them with --min-score.');
  if (source !== undefined) await chooseSources(deps.pool, { named: [source], completeRegisters });
  return describeAccepted(await decideMany(deps, { decision: 'accept', filter: { minScore, source } }));
}

function acceptCommand(context: Context): Command {
  return new Command('accept')
    .description(
      'Accept a match, or many of them: join both companies. Later imports keep the decision; the newer id redirects to the older one',
    )
    .argument('[id]', 'Match id, as listed by `orgdex match list`', parsePositive)
    .option(
      '--min-score <score>',
      'Accept all proposed matches with at least this score, from 0 to 1. The audit log has one entry',
      parseScore,
    )
    .option('--source <name>', 'With --min-score: only matches from this source')
    .action((id: number | undefined, options: AcceptOptions) =>
      deciding(context, async (deps) => {
        if (id === undefined) return acceptMany(deps, options);
        if (Object.keys(options).length > 0)
          throw new OperatorError('A match id cannot be combined with --min-score or --source.');
        return `Joined as ${await acceptMatch(deps, id)}. ${published}`;
      }),
    );
}

function rejectCommand(context: Context): Command {
  return new Command('reject')
    .description('Reject a match: the companies are not linked or proposed again, and an existing link is removed')
    .argument('<id>', 'Match id, as listed by `orgdex match list`', parsePositive)
    .action((id: number) =>
      deciding(context, async (deps) =>
        (await rejectMatch(deps, id))
          ? `Rejected. The link is removed. ${published}`
          : 'Rejected. The match will not be proposed again.',
      ),
    );
}

function undoCommand(context: Context): Command {
  return new Command('undo')
    .description(
      'Undo the decision about a match: it is proposed again. After an acceptance, the companies are separated, and the one whose id was merged gets a new id',
    )
    .argument('<id>', 'Match id, as listed by `orgdex match list`', parsePositive)
    .action((id: number) =>
      deciding(context, async (deps) => {
        const companies = await undoMatch(deps, id);
        return `Undone: the match is proposed again. Its records are ${companies.join(' and ')}. ${published}`;
      }),
    );
}

export const matchCommand = (context: Context): Command =>
  new Command('match')
    .description('Match companies by name and location where no register number is given')
    .addCommand(runCommand(context))
    .addCommand(listCommand(context))
    .addCommand(acceptCommand(context))
    .addCommand(rejectCommand(context))
    .addCommand(undoCommand(context));
