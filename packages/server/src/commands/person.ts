import { Command, Option } from 'commander';
import { type OptOut, suppress } from '../privacy/suppress.ts';
import { suppressionFile } from '../privacy/suppression-file.ts';
import { readSecret } from '../secret.ts';
import type { Context } from './context.ts';

const ways = ['id', 'network', 'email', 'phone'] as const;

function way(name: (typeof ways)[number], description: string): Option {
  return new Option(`--${name} <${name}>`, description).conflicts(ways.filter((other) => other !== name));
}

export function personCommand(context: Context): Command {
  const suppressing = new Command('suppress')
    .description('honour an opt-out: the person never appears again, now and after every import, rollback or restore')
    .addOption(way('id', 'the person_id of an answer'))
    .addOption(way('network', 'slug or URL of the profile on the professional network'))
    .addOption(way('email', 'an e-mail address; only a keyed hash of it is kept'))
    .addOption(way('phone', 'a phone number; only a keyed hash of it is kept'))
    .option('--country <code>', 'country of a phone number without a country code')
    .action((optOut: OptOut) =>
      context.withLedger(async (pool) => {
        const { ORGDEX_HOME: home } = context.config();
        const { people, employments } = await suppress({ pool, secret: readSecret(home), home }, optOut);
        context.note(
          people > 0
            ? `Suppressed. Employments hidden from now on, and deleted from the engine at the next publish: ${employments}.`
            : 'Nobody who is loaded is meant; whoever comes in under this name will be refused.',
        );
        context.note(`Written to ${suppressionFile(home)}: keep that file with your backups.`);
      }),
    );
  return new Command('person').description('people and their wishes').addCommand(suppressing);
}
