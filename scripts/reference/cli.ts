import { openContext } from '../../packages/server/src/cli/context.ts';
import { buildProgram } from '../../packages/server/src/cli/program.ts';
import { code, page, table } from './markdown.ts';

const program = await buildProgram(openContext());

type Command = typeof program;
type Argument = Command['registeredArguments'][number];
type Option = Command['options'][number];

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** Commands that do something, not those that only hold others. */
const leavesOf = (command: Command): Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(leavesOf) : [command];

function argumentName(argument: Argument): string {
  const text = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${text}>` : `[${text}]`;
}

const needed = ({ mandatory }: Option): string => (mandatory ? 'yes' : 'no');

const defaultOf = ({ defaultValue, defaultValueDescription }: Option): string =>
  defaultValue === undefined || (Array.isArray(defaultValue) && defaultValue.length === 0)
    ? ''
    : code(defaultValueDescription ?? String(defaultValue));

/** The description, and the allowed values as `--help` lists them. */
const meaningOf = ({ description, argChoices }: Option): string =>
  argChoices ? `${description} (choices: ${argChoices.join(', ')})` : description;

function usageOf(command: Command): string {
  const args = command.registeredArguments.map(argumentName);
  const options = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const more = command.options.length > options.length ? ['[options]'] : [];
  return [pathOf(command), ...args, ...options, ...more].join(' ');
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function describe(command: Command): string {
  const args = command.registeredArguments;
  const parts = [
    `## ${pathOf(command)}`,
    sentence(command.description()),
    `\`\`\`\n${usageOf(command)}\n\`\`\``,
    args.length > 0 &&
      table(
        ['Argument', 'Meaning'],
        args.map((argument) => [code(argumentName(argument)), argument.description]),
      ),
    command.options.length > 0 &&
      table(
        ['Option', 'Meaning', 'Required', 'Default'],
        command.options.map((option) => [code(option.flags), meaningOf(option), needed(option), defaultOf(option)]),
      ),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/** Every command of `orgdex`, from the program itself. */
export function cliPage(): string {
  return page('Command line', 'packages/server/src/cli', [
    `${program.description()}. Every command takes its settings from the [environment](configuration.md). Results go to standard output, messages and progress to standard error. A command that fails exits with status 1.`,
    ...leavesOf(program).map(describe),
  ]);
}
