import { Command } from 'commander';
import { type OptOut, suppress } from '../../privacy/suppress.ts';
import { suppressionFile } from '../../privacy/suppression-file.ts';
import { readSecret } from '../../settings/secret.ts';
import { auditing } from '../audit-actor.ts';
import type { Context } from '../context.ts';
import { addPersonOptions } from '../options/person-ways.ts';
import { rightsCommands } from './person-rights.ts';

export function personCommand(context: Context): Command {
  const suppressing = addPersonOptions(new Command('suppress'))
    .description(
      [
        'Honor an opt-out: add a person to the suppression list, which hides them now and after every import, rollback or',
        'restore. Give exactly one of --id, --network, --email and --phone',
      ].join(' '),
    )
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
  const person = new Command('person').description(
    'Manage the suppression list, and answer requests of people about their data',
  );
  for (const command of [suppressing, ...rightsCommands(context)]) person.addCommand(command);
  return person;
}
