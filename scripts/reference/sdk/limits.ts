import { matchLimits, maxItemBytes, paging, searchLimits } from '@orgdex/contract';
import { generatedFrom } from './text.ts';

/** The limits of the service by which both SDKs split a list and read pages. */
const limits: readonly (readonly [name: string, value: number, about: string])[] = [
  ['maxMatchItems', matchLimits.maxItems, 'Items that one match request may have.'],
  ['maxItemBytes', maxItemBytes, 'Bytes that the items of one request may have.'],
  ['maxPageSize', Math.min(searchLimits.maxSize, paging.maxSize), 'Results that one page of a search may have.'],
];

export const typescriptLimits = (): string =>
  [
    `// ${generatedFrom}`,
    ...limits.map(([name, value, about]) => `\n/** ${about} */\nexport const ${name} = ${value};`),
    '',
  ].join('\n');

const constantOf = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

export const pythonLimits = (): string =>
  [
    `"""Limits of the service. ${generatedFrom}"""`,
    ...limits.map(([name, value, about]) => `\n# ${about}\n${constantOf(name)} = ${value}`),
    '',
  ].join('\n');
