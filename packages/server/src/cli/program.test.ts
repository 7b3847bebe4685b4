import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { openContext } from './context.ts';
import { buildProgram, commands } from './program.ts';

const names = Object.keys(commands);
const namesIn = async (asked?: string) => (await buildProgram(openContext(), asked)).commands.map((one) => one.name());

test.each(names)('%s is found by its name, and no other command is loaded', async (name) => {
  expect(await namesIn(name)).toEqual([name]);
});

test.each([undefined, '--help', 'help', 'imprt', 'toString'])('%j loads all commands', async (asked) => {
  expect(await namesIn(asked)).toEqual(names);
});

describe('the help', () => {
  test('groups the commands by topic', async () => {
    const help = (await buildProgram(openContext())).helpInformation();
    const topics = ['Load data', 'Serve', 'Inspect', 'Customers', 'Identity and privacy', 'Try it'];
    expect(help.match(/^[A-Z][a-z ]+(?=:$)/gm)).toEqual(['Options', ...topics, 'Commands']);
  });

  test('has a description of every command, argument and option', async () => {
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
    for (const command of all(await buildProgram(openContext()))) {
      for (const part of [...command.registeredArguments, ...command.options])
        expect(part.description, `${command.name()}: ${JSON.stringify(part)}`).not.toBe('');
      expect(command.description(), command.name()).not.toBe('');
    }
  });
});

test('an error in an option of any command points to --help', async () => {
  const program = await buildProgram(openContext(), 'runs');
  const list = program.commands[0]?.commands[0] as Command;
  let message = '';
  const writeErr = (text: string) => {
    message += text;
  };
  list.exitOverride().configureOutput({ writeErr });
  expect(() => list.parse(['--limt', '3'], { from: 'user' })).toThrow();
  expect(message).toBe(
    "error: unknown option '--limt'\n(Did you mean --limit?)\nRun the command with --help to see its options.\n",
  );
});
