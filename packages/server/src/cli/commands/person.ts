import { Command, Option } from 'commander';
import { type OptOut, suppress } from '../../privacy/suppress.ts';
import { suppressionFile } from '../../privacy/suppression-file.ts';
import { readSecret } from '../../settings/secret.ts';
import { auditing } from '../audit-actor.ts';
import type { Context } from '../context.ts';

const ways = ['id', 'network', 'email', 'phone'] as const;

function way(name: (typeof ways)[number], description: string): Option {
  return new Option(`--${name} <${name}>`, description).conflicts(ways.filter((other) => other !== name));
}

export function personCommand(context: Context): Command {
  const suppressing = new Command('suppress')
    .description(
      [
        'Honor an opt-out: add a person to the suppression list, which hides them now and after every import, rollback or',
        'restore. Give exactly one of --id, --network, --email and --phone',
      ].join(' '),
    )
    .addOption(way('id', '`person_id` from an API response'))
    .addOption(way('network', 'Slug or URL of the profile on the professional network (https://www.linkedin.com/in/…)'))
    .addOption(way('email', 'Email address; only a keyed hash of it is stored'))
    .addOption(way('phone', 'Phone number; only a keyed hash of it is stored'))
    .option('--country <code>', 'Country of a phone number without a country code')
    .action((optOut: OptOut) =>
      context.withLedger(async (pool) => {
        const { ORGDEX_HOME: home } = context.config();
        const { people, employments } = await suppress(
          { pool, secret: readSecret(home), home, recordAudit: auditing(context) },
          optOut,
        );
        context.note(
          people > 0
            ? `Hidden: ${employments === 1 ? '1 position' : `${employments} positions`}. The next publish deletes them from the index.`
            : 'No loaded person matches. Future imports will skip this person.',
        );
        context.note(`The opt-out is also stored in ${suppressionFile(home)}. Include this file in your backups.`);
      }),
    );
  return new Command('person').description('Manage the suppression list (opt-outs of people)').addCommand(suppressing);
}
