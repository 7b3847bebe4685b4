// Measures orgdex: npm run bench -- <command> [options]. Without a command, it lists them.

import { type Command, UsageError } from '../src/arguments.ts';
import { loadSection } from '../src/load/import.ts';
import { loadCommand } from '../src/load/load.ts';
import { readSection } from '../src/load/read.ts';
import { rebuildSection } from '../src/load/rebuild.ts';
import { matchSection, sixSection } from '../src/load/six.ts';
import { sourcesSection } from '../src/load/sources.ts';
import { plansCommand, plansSection } from '../src/plans/check.ts';
import { qualityCommand, qualitySections } from '../src/quality/quality.ts';
import { renderSection, type Section } from '../src/report/results.ts';
import { restoreCommand } from '../src/restore/drill.ts';
import {
  accessCommand,
  accessSection,
  faultsCommand,
  faultsSection,
  soakCommand,
  soakSection,
} from '../src/scenarios/run-scenarios.ts';
import { capacityCommand, growthSection } from '../src/speed/capacity.ts';
import { regressionCommand, regressionSection } from '../src/speed/regression.ts';
import { speedCommand, speedSection } from '../src/speed/speed.ts';

const sections: readonly Section<never>[] = [
  ...[speedSection, regressionSection, growthSection, plansSection],
  ...[loadSection, readSection, sourcesSection, rebuildSection, sixSection, matchSection],
  ...[...qualitySections, faultsSection, accessSection, soakSection],
];

const pagesCommand: Command = {
  usage: 'writes the pages of docs/performance again from the results beside them',
  async run() {
    for (const section of sections) renderSection(section);
    return 0;
  },
};

const commands: Readonly<Record<string, Command>> = {
  speed: speedCommand,
  regression: regressionCommand,
  capacity: capacityCommand,
  load: loadCommand,
  quality: qualityCommand,
  plans: plansCommand,
  access: accessCommand,
  faults: faultsCommand,
  soak: soakCommand,
  restore: restoreCommand,
  pages: pagesCommand,
};

const usage = () =>
  Object.entries(commands)
    .map(([name, command]) => `npm run bench -- ${name}: ${command.usage}`)
    .join('\n');

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];

try {
  if (!command || args.includes('--help')) throw new UsageError(command ? command.usage : usage());
  process.exitCode = await command.run(args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = args.includes('--help') ? 0 : 2;
}
