import { type KeyChange, type Scope, scopes, supportedCountries } from '@orgdex/contract';
import { Command } from 'commander';
import { changeKey } from '../../api/access/update-key.ts';
import { OperatorError } from '../../core/errors/failure.ts';
import { withAuditActor, type Context } from '../context.ts';
import { addChoice, addText, parseExpiry, none, presentOptions } from '../options/values.ts';
import { keyColumns } from '../output/key-columns.ts';
import { formatTable } from '../output/table.ts';

interface Options {
  scope?: Scope[];
  country?: string[];
  address?: string[];
  expires?: string;
  label?: string;
  recordPeople?: boolean;
}

const toChange = ({ scope, country, address, expires, label, recordPeople }: Options): KeyChange => ({
  ...presentOptions({ scopes: scope, countries: country, addresses: address, expires_at: expires, label }),
  ...(recordPeople !== undefined && { records_people: recordPeople }),
});

async function set(context: Context, id: string, options: Options): Promise<void> {
  const terms = toChange(options);
  if (Object.keys(terms).length === 0) {
    throw new OperatorError(
      'Nothing to change. Add --scope, --country, --address, --expires, --label or --record-people.',
    );
  }
  const key = await withAuditActor(context, (deps) => changeKey(deps, { id, terms }));
  context.print(formatTable(keyColumns, [key]));
  context.note(`Updated key ${id} of account "${key.account}". All processes apply the change within a second.`);
}

export function setCommand(context: Context): Command {
  return new Command('set')
    .description(
      'Update a key. Options that you leave out stay as they are; a repeatable option replaces the whole list',
    )
    .argument('<id>', 'Key id, as listed by `orgdex key list`')
    .option('--scope <scope>', `What the key may do (repeatable): ${scopes.join(', ')}`, addChoice(scopes, 'scopes'))
    .option(
      '--country <code>',
      'Country that the key may query (repeatable), or none to allow all countries of the plan',
      addChoice([...supportedCountries, none], 'countries'),
    )
    .option('--address <ip>', 'IP address or network that may use the key (repeatable), or none to allow any', addText)
    .option(
      '--expires <when>',
      'Last day on which the key is valid (UTC), such as 2027-01-31, its lifetime from now (12h, 30d, 8w), or none for no expiry',
      (text) => (text === none ? none : parseExpiry(text)),
    )
    .option('--label <text>', 'Label for the key, or none to remove it')
    .option('--record-people', 'Record for 90 days which people responses contain, and the header X-Purpose')
    .option('--no-record-people', 'Stop recording it')
    .action((id: string, options: Options) => set(context, id, options));
}
