import { type Account, type Plan, type PlanTerms, planLimits, planScopes, supportedCountries } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { listAccounts } from '../../api/access/accounts.ts';
import { listPlans, setPlan } from '../../api/access/plans.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { type Context, withAuditActor } from '../context.ts';
import { addChoice, none, presentOptions } from '../options/parse.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, formatTable } from '../output/table.ts';

const number = (value: number | null): string => (value === null ? none : formatNumber(value));

const columns: readonly Column<Plan>[] = [
  { title: 'plan', cell: ({ name }) => name },
  { title: 'rate', right: true, cell: ({ rate }) => formatNumber(rate) },
  { title: 'burst', right: true, cell: ({ burst }) => formatNumber(burst) },
  { title: 'per day', right: true, cell: ({ requests_per_day }) => number(requests_per_day) },
  { title: 'credits', right: true, cell: ({ monthly_credits }) => number(monthly_credits) },
  { title: 'companies', right: true, cell: ({ companies_per_day }) => number(companies_per_day) },
  { title: 'people', right: true, cell: ({ people_per_day }) => number(people_per_day) },
  { title: 'scopes', cell: ({ scopes }) => scopes.join(' ') },
  { title: 'countries', cell: ({ countries }) => countries?.join(' ') ?? 'all' },
];

function parseBetween(text: string, least: number, most: number): number {
  if (/^[0-9]{1,13}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from ${formatNumber(least)} to ${formatNumber(most)}.`);
}

const between = (least: number, most: number) => (text: string) => parseBetween(text, least, most);
const orNone = (least: number, most: number) => (text: string) =>
  text === none ? none : parseBetween(text, least, most);

const addCountry = addChoice([...supportedCountries, none], 'countries');

type OrNone<T> = T | typeof none;

interface Options {
  rate?: number;
  burst?: number;
  perDay?: OrNone<number>;
  credits?: OrNone<number>;
  country?: string[];
  scope?: string[];
  companiesPerDay?: OrNone<number>;
  peoplePerDay?: OrNone<number>;
}

/** The given options, with the names of plan terms. */
function toTerms(options: Options): PlanTerms {
  return presentOptions({
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
    .description(
      'List all plans. Rate, burst and daily limits apply to each key; credits to the account, per calendar month',
    )
    .option(...jsonOption)
    .action(({ json = false }: { json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const plans = await listPlans({ pool });
        context.print(json ? formatJsonList(plans) : formatTable(columns, plans));
      }),
    );
}

const { rate, burst, perDay, credits } = planLimits;

/** Says how many accounts the change affects. */
function describeFollowers(accounts: readonly Account[], { name, isNew }: { name: string; isNew: boolean }): string {
  const hint = `Assign it with \`orgdex account set <name> --plan ${name}\`.`;
  if (isNew) return `Created plan "${name}". ${hint}`;
  const count = accounts.filter(({ plan }) => plan === name).length;
  if (count === 0) return `Updated plan "${name}". No account has it yet. ${hint}`;
  return count === 1
    ? `Updated plan "${name}". It applies to 1 account within a second.`
    : `Updated plan "${name}". It applies to ${formatNumber(count)} accounts within a second.`;
}

async function set(context: Context, name: string, options: Options): Promise<void> {
  await withAuditActor(context, async (deps) => {
    const isNew = (await listPlans(deps)).every((plan) => plan.name !== name);
    const plan = await setPlan(deps, { name, terms: toTerms(options), isPartial: true });
    context.print(formatTable(columns, [plan]));
    context.note(describeFollowers(await listAccounts(deps), { name, isNew }));
  });
}

function setCommand(context: Context): Command {
  return new Command('set')
    .description(
      'Create or update a plan. Options that you leave out stay as they are; all processes apply the change within a second',
    )
    .argument('<name>', 'Plan name')
    .option('--rate <n>', 'Requests per second for each key', between(1, rate))
    .option('--burst <n>', 'Requests that a key may send at once', between(1, burst))
    .option('--per-day <n>', 'Requests per 24 hours for each key, or none for no limit', orNone(1, perDay))
    .option('--credits <n>', 'Credits per calendar month for the account, or none for no limit', orNone(0, credits))
    .option(
      '--country <code>',
      'Country that keys may request, and whose companies they see (repeatable), or none to allow all',
      addCountry,
    )
    .option(
      '--scope <scope>',
      `What keys may do (repeatable): ${planScopes.join(', ')}`,
      addChoice(planScopes, 'scopes'),
    )
    .option(
      '--companies-per-day <n>',
      'Distinct companies per day for each key, or none for no limit',
      orNone(1, perDay),
    )
    .option('--people-per-day <n>', 'Distinct people per day for each key, or none for no limit', orNone(1, perDay))
    .action((name: string, options: Options) => set(context, name, options));
}

export const planCommand = (context: Context): Command =>
  new Command('plan')
    .description('Manage plans: rate limits, credits and permissions')
    .addCommand(listCommand(context))
    .addCommand(setCommand(context));
