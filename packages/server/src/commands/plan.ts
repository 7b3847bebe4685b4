import { type Account, type Plan, type PlanTerms, planLimits, planScopes, supportedCountries } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { listAccounts } from '../access/accounts.ts';
import { listPlans, setPlan } from '../access/plans.ts';
import { formatNumber } from '../format-number.ts';
import { acting } from './acting.ts';
import type { Context } from './context.ts';
import { none, saidOf } from './none.ts';
import { addChoice } from './parse-choice.ts';
import { type Column, formatTable } from './table.ts';

const number = (value: number | null): string => (value === null ? none : formatNumber(value));

const columns: readonly Column<Plan>[] = [
  { title: 'plan', cell: ({ name }) => name },
  { title: 'rate', right: true, cell: ({ rate }) => formatNumber(rate) },
  { title: 'burst', right: true, cell: ({ burst }) => formatNumber(burst) },
  { title: 'a day', right: true, cell: ({ requests_per_day }) => number(requests_per_day) },
  { title: 'credits', right: true, cell: ({ monthly_credits }) => number(monthly_credits) },
  { title: 'companies', right: true, cell: ({ companies_per_day }) => number(companies_per_day) },
  { title: 'people', right: true, cell: ({ people_per_day }) => number(people_per_day) },
  { title: 'scopes', cell: ({ scopes }) => scopes.join(' ') },
  { title: 'countries', cell: ({ countries }) => countries?.join(' ') ?? 'all' },
];

function parseBetween(text: string, least: number, most: number): number {
  if (/^[0-9]{1,13}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new InvalidArgumentError(`A whole number from ${formatNumber(least)} to ${formatNumber(most)} is needed.`);
}

const between = (least: number, most: number) => (text: string) => parseBetween(text, least, most);
const orNone = (least: number, most: number) => (text: string) =>
  text === none ? none : parseBetween(text, least, most);

const addCountry = addChoice([...supportedCountries, none], 'countries');

type Said<T> = T | typeof none;

interface Options {
  rate?: number;
  burst?: number;
  perDay?: Said<number>;
  credits?: Said<number>;
  country?: string[];
  scope?: string[];
  companiesPerDay?: Said<number>;
  peoplePerDay?: Said<number>;
}

/** What was said, under the names of the plan. */
function toTerms(options: Options): PlanTerms {
  return saidOf({
    rate: options.rate,
    burst: options.burst,
    requests_per_day: options.perDay,
    monthly_credits: options.credits,
    countries: options.country,
    scopes: options.scope,
    companies_per_day: options.companiesPerDay,
    people_per_day: options.peoplePerDay,
  });
}

function listCommand(context: Context): Command {
  return new Command('list')
    .description('all plans; rate, burst and requests a day are of each key, credits of the account in a month')
    .action(() => context.withLedger(async (pool) => context.print(formatTable(columns, await listPlans({ pool })))));
}

const { rate, burst, perDay, credits } = planLimits;

/** Who has the plan now. */
function describeFollowers(accounts: readonly Account[], { name, isNew }: { name: string; isNew: boolean }): string {
  const hint = `give it to an account: orgdex account set NAME --plan ${name}`;
  if (isNew) return `The plan ${name} is new; ${hint}`;
  const count = accounts.filter(({ plan }) => plan === name).length;
  if (count === 0) return `No account has the plan ${name}; ${hint}`;
  return count === 1
    ? `1 account has the plan ${name} and follows within a second.`
    : `${formatNumber(count)} accounts have the plan ${name} and follow within a second.`;
}

async function set(context: Context, name: string, options: Options): Promise<void> {
  await acting(context, async (deps) => {
    const isNew = (await listPlans(deps)).every((plan) => plan.name !== name);
    const plan = await setPlan(deps, { name, terms: toTerms(options), isPartial: true });
    context.print(formatTable(columns, [plan]));
    context.note(describeFollowers(await listAccounts(deps), { name, isNew }));
  });
}

function setCommand(context: Context): Command {
  return new Command('set')
    .description('make a plan, or change it: what is not said stays as it is; running processes follow in a second')
    .argument('<name>', 'name of the plan')
    .option('--rate <n>', 'requests per second of each key', between(1, rate))
    .option('--burst <n>', 'requests that may come at once', between(1, burst))
    .option('--per-day <n>', 'requests of each key in 24 hours, or none', orNone(1, perDay))
    .option(
      '--credits <n>',
      'credits of the account in a calendar month, or none: as many as it uses',
      orNone(0, credits),
    )
    .option('--country <code>', 'a country that its keys may ask about, repeatable; none: all', addCountry)
    .option(
      '--scope <scope>',
      `what its keys may do, repeatable: ${planScopes.join(', ')}`,
      addChoice(planScopes, 'scopes'),
    )
    .option('--companies-per-day <n>', 'distinct companies that a key may see in a day, or none', orNone(1, perDay))
    .option('--people-per-day <n>', 'distinct people that a key may see in a day, or none', orNone(1, perDay))
    .action((name: string, options: Options) => set(context, name, options));
}

export const planCommand = (context: Context): Command =>
  new Command('plan')
    .description('what is agreed with customers')
    .addCommand(listCommand(context))
    .addCommand(setCommand(context));
