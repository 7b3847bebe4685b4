import { expect, test } from 'vitest';
import { openContext } from './context.ts';
import { buildProgram, commands } from './program.ts';

const names = Object.keys(commands);
const namesIn = async (asked?: string) => (await buildProgram(openContext(), asked)).commands.map((one) => one.name());

test.each(names)('%s is found by its name, and nothing else is loaded', async (name) => {
  expect(await namesIn(name)).toEqual([name]);
});

test.each([undefined, '--help', 'help', 'imprt', 'toString'])('%j shows them all', async (asked) => {
  expect(await namesIn(asked)).toEqual(names);
});
