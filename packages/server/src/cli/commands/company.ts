import { supportedCountries } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { type ExplainedCompany, explainCompany } from '../../api/admin/explain-company.ts';
import { readSecret } from '../../core/settings/secret.ts';
import { parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import { joinCompanies, splitCompany } from '../../pipeline/identity/manual-decisions.ts';
import { readRates } from '../../pipeline/publish/exchange-rates.ts';
import { auditing, type Context } from '../context.ts';
import { describeCompany } from '../output/describe-company.ts';
import { toMatchJson } from '../output/describe-match.ts';
import { jsonOption } from '../output/json.ts';

type RecordName = { source: string; key: string };

function addRecord(text: string, others: readonly RecordName[] = []): RecordName[] {
  const [, source, key] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (!source || !key) throw new InvalidArgumentError('Specify a record as <source>:<key>, for example crm:42.');
  return [...others, { source, key }];
}

const published = 'The next `orgdex publish`, or a running `orgdex serve`, publishes the change.';

/** Opens the database for decisions about identity, which the audit log records with the operator as the actor. */
function deciding<T>(context: Context, run: (deps: Parameters<typeof joinCompanies>[0]) => Promise<T>): Promise<T> {
  return context.withDatabase((pool) => {
    const secret = readSecret(context.config().ORGDEX_HOME);
    return run({ pool, secret, recordAudit: auditing(context) });
  });
}

function joinCommand(context: Context): Command {
  return new Command('join')
    .description(
      'Join two companies, or undo the split that separated them. Later imports keep the decision; the newer id redirects to the older one',
    )
    .argument('<id>', 'Company id')
    .argument('<other>', 'Id of the other company')
    .action(async (one: string, other: string) => {
      const { company, undoneSplits } = await deciding(context, (deps) => joinCompanies(deps, one, other));
      const done = undoneSplits.length > 0 ? 'The split is undone' : 'Joined';
      context.note(`${done}: both are now company ${company}; the other id redirects to it. ${published}`);
    });
}

function splitCommand(context: Context): Command {
  return new Command('split')
    .description(
      'Move records out of a company. Later imports keep the decision; the id stays with the founding record. `company join` undoes it',
    )
    .argument('<id>', 'Company id')
    .requiredOption('--record <source:key>', 'Record to move out (repeatable)', addRecord)
    .action(async (id: string, { record }: { record: RecordName[] }) => {
      const { stays, leaves } = await deciding(context, (deps) => splitCompany(deps, id, record));
      const undo = leaves.map((left) => `\`orgdex company join ${stays[0]} ${left}\``).join(', ');
      context.note(
        `Split: ${stays.join(', ')} keeps the other records, ${leaves.join(', ')} has the records you named. Undo with ${undo}. ${published}`,
      );
    });
}

export function companyCommand(context: Context): Command {
  return new Command('company')
    .description('Explain, join and split companies')
    .addCommand(explainCommand(context))
    .addCommand(joinCommand(context))
    .addCommand(splitCommand(context));
}

function parseCountryOption(text: string): string {
  const country = parseSupportedCountry(text);
  if (!country) throw new InvalidArgumentError(`It must be one of ${supportedCountries.join(', ')}.`);
  return country;
}

/** A company as `--json` prints it. The fields of records keep the names of the record schema. */
export const toCompanyJson = (company: ExplainedCompany) => ({
  id: company.id,
  asked: company.asked,
  merged_from: company.mergedFrom ?? null,
  since: company.since,
  since_run: company.sinceRun,
  merged_ids: company.mergedIds,
  matched_ids: company.matchedIds,
  records: company.records.map(({ identityPrecedence, linkedBy, matchedBy, runId, ...record }) => ({
    ...record,
    identity_precedence: identityPrecedence,
    linked_by: linkedBy,
    matched_by: matchedBy,
    run_id: runId,
  })),
  decisions: company.decisions.map(({ id, kind, madeAt, splitFrom }) => ({
    id,
    kind,
    made_at: madeAt,
    split_from: splitFrom,
  })),
  matches: company.matches.map(toMatchJson),
  shared_identifiers: company.shared,
  country: company.country ?? null,
  profile: company.profile,
  regions: company.regions,
  unserved: company.unserved,
});

function explainCommand(context: Context): Command {
  return new Command('explain')
    .description("Show a company's records, what links them, and which record gave each value of its profile")
    .argument('<id>', 'Company id (a merged id works too), or an identifier such as abn:51824753556')
    .option('--country <code>', 'Show the profile as served for this country', parseCountryOption)
    .option(...jsonOption)
    .action((asked: string, { country, json = false }: { country?: string; json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const rates = readRates(context.config().ORGDEX_EXCHANGE_RATES);
        const explained = await explainCompany(pool, { asked, rates, country });
        context.print(json ? JSON.stringify(toCompanyJson(explained)) : describeCompany(explained));
      }),
    );
}
