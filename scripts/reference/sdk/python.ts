import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, readModel } from './model.ts';
import { generatedFrom, sentence, wrap } from './text.ts';
import type { NamedType, TypeField, TypeNode } from './type-node.ts';
import { vocabularies, vocabularyOf } from './vocabularies.ts';

const width = 116;
const keywords: ReadonlySet<string> = new Set(['from', 'return', 'not', 'import', 'class', 'global', 'in', 'is']);
const quoted = (value: string | number): string => JSON.stringify(value);

const simpleNames = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
  unknown: 'Any',
} as const;

/** @param isQuoted whether the text is evaluated when the module is loaded, so that names must be strings */
function typeText(node: TypeNode, isQuoted: boolean): string {
  switch (node.kind) {
    case 'simple':
      return simpleNames[node.name];
    case 'reference':
      return isQuoted ? `"${node.name}"` : node.name;
    case 'values':
      return vocabularyOf(node.values) ?? `Literal[${node.values.map(quoted).join(', ')}]`;
    case 'list':
      return `list[${typeText(node.item, isQuoted)}]`;
    case 'map':
      return `dict[str, ${typeText(node.value, isQuoted)}]`;
    case 'union':
      return unionText(node.members, isQuoted);
  }
}

function unionText(members: readonly TypeNode[], isQuoted: boolean): string {
  const texts = [...new Set(members.map((one) => typeText(one, isQuoted)))];
  const others = texts.filter((text) => text !== 'None');
  const union = others.length === 1 ? (others[0] ?? '') : `Union[${others.join(', ')}]`;
  return others.length === texts.length ? union : `Optional[${union}]`;
}

const commentLines = (text: string, indent: string): string[] =>
  wrap(sentence(text), width - indent.length).map((line) => `${indent}# ${line}`);

/** A keyword argument cannot have the name of a keyword, so it ends with an underscore. */
const argumentName = (name: string): string => (keywords.has(name) ? `${name}_` : name);

const fieldLines = ({ name, type, description }: TypeField): string[] => [
  ...commentLines(description, '    '),
  `    ${argumentName(name)}: ${typeText(type, false)}`,
];

function classLines(name: string, base: string, fields: readonly TypeField[]): string[] {
  const body = fields.length === 0 ? ['    pass'] : fields.flatMap(fieldLines);
  return [`class ${name}(${base}):`, ...body, '', ''];
}

/** For a response or filter that has a field with the name of a keyword. */
function callLines(name: string, fields: readonly TypeField[], isTotal: boolean): string[] {
  const entries = fields.flatMap(({ name: field, type, description }) => [
    ...commentLines(description, '        '),
    `        "${field}": ${typeText(type, true)},`,
  ]);
  const total = isTotal ? [] : ['    total=False,'];
  return [`${name} = TypedDict(`, `    "${name}",`, '    {', ...entries, '    },', ...total, ')', '', ''];
}

function typeLines({ name, fields, isRequest }: NamedType): string[] {
  const required = fields.filter((field) => field.isRequired);
  const optional = fields.filter((field) => !field.isRequired);
  if (!isRequest && fields.some((field) => keywords.has(field.name))) {
    if (required.length > 0 && optional.length > 0) throw new Error(`${name} needs two declarations.`);
    return callLines(name, fields, optional.length === 0);
  }
  if (optional.length === 0) return classLines(name, 'TypedDict', fields);
  if (required.length === 0) return classLines(name, 'TypedDict, total=False', fields);
  return [
    ...classLines(`_${name}Required`, 'TypedDict', required),
    ...classLines(name, `_${name}Required, total=False`, optional),
  ];
}

function literalLines(name: string, { values, about }: (typeof vocabularies)[string]): string[] {
  const line = `${name} = Literal[${values.map(quoted).join(', ')}]`;
  const lines =
    line.length <= width ? [line] : [`${name} = Literal[`, ...values.map((one) => `    ${quoted(one)},`), ']'];
  return [...commentLines(about, ''), ...lines, ''];
}

/** The types of requests and responses. */
export function pythonTypes(): string {
  return [
    `"""Types of requests and responses. ${generatedFrom}"""`,
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, Optional, TypedDict, Union',
    '',
    ...Object.entries(vocabularies).flatMap(([name, vocabulary]) => literalLines(name, vocabulary)),
    '',
    ...readModel().types.flatMap(typeLines),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `"${name}": ${valueText(inner)}`)
    .join(', ')}}`;
}

function exampleText({ id, path, example = {} }: Operation, isAsync: boolean): string {
  const given = [
    ...path.map((one) => valueText(one.example)),
    ...Object.entries(example).map(([name, value]) => `${argumentName(name)}=${valueText(value)}`),
  ];
  return `>>> ${isAsync ? 'await ' : ''}client.admin.${snake(id)}(${given.join(', ')})  # doctest: +SKIP`;
}

function methodLines(operation: Operation, isAsync: boolean): string[] {
  const { id, method, url, summary, path, input, hasEmptyBody, actsOnce, response } = operation;
  const parameters = [
    ...path.map(({ name, isNumber }) => `${name}: ${isNumber ? 'Union[str, int]' : 'str'}`),
    ...(path.length > 0 ? ['/'] : []),
    '*',
    'options: Optional[RequestOptions] = None',
    ...(input ? [`**${input.part}: Unpack[types.${input.type}]`] : []),
  ];
  const sent = [
    quoted(method),
    quoted(url),
    ...(path.length > 0 ? [`params={${path.map(({ name }) => `"${name}": ${name}`).join(', ')}}`] : []),
    ...(input ? [`${input.part}=fields_of(${input.part})`] : []),
    ...(hasEmptyBody ? ['body={}'] : []),
    ...(actsOnce ? ['acts_once=True'] : []),
  ];
  const returned = typeText(response, false).replace(/\b([A-Z]\w+)/g, 'types.$1');
  return [
    `    ${isAsync ? 'async ' : ''}def ${snake(id)}(`,
    '        self,',
    ...parameters.map((one) => `        ${one},`),
    `    ) -> ${returned}:`,
    `        """${sentence(summary)}`,
    '',
    `        ${exampleText(operation, isAsync)}`,
    '        """',
    `        request = Request(${sent.join(', ')})`,
    `        return cast("${returned}", ${isAsync ? 'await ' : ''}self._run(read(self._settings, request, options)))`,
    '',
  ];
}

function adminClass(isAsync: boolean): string[] {
  const operations = readModel().operations.filter(({ isAdmin }) => isAdmin);
  return [
    `class ${isAsync ? 'AsyncAdmin' : 'Admin'}:`,
    '    """The operations of the operator. They need a key with the scope `admin`."""',
    '',
    `    def __init__(self, settings: Settings, run: ${isAsync ? 'AsyncRun' : 'Run'}) -> None:`,
    '        self._settings = settings',
    '        self._run = run',
    '',
    ...operations.flatMap((operation) => methodLines(operation, isAsync)),
    '',
  ];
}

/** The operations of the operator, for both clients. */
export function pythonAdmin(): string {
  return [
    `"""The operations of the operator. ${generatedFrom}"""`,
    '',
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING, Optional, Union, cast',
    '',
    'from . import types',
    'from ._call import Request, fields_of, read',
    'from ._options import RequestOptions, Settings',
    'from ._steps import AsyncRun, Run',
    '',
    'if TYPE_CHECKING:',
    '    from typing_extensions import Unpack',
    '',
    '',
    ...adminClass(false),
    ...adminClass(true),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

const source = 'python/src/orgdex/_resources.py';

/** What is different for a caller that awaits, in the order in which it is replaced. */
const differences: readonly (readonly [RegExp, string])[] = [
  [
    /^"""[\s\S]*?"""\n/,
    `"""The resources of the asynchronous client. Generated by \`npm run docs\` from _resources.py. Do not edit."""\n`,
  ],
  [/\bclass (\w+Resource)\b/g, 'class Async$1'],
  [/^( {4})def (?!__)(\w+\((?:(?!\) ->)[\s\S])*\) -> (?!Paged|Iterator))/gm, '$1async def $2'],
  [/self\._run\(/g, 'await self._run('],
  [/\bPaged\b/g, 'AsyncPaged'],
  [/\bIterator\b/g, 'AsyncIterator'],
  [/\bIterable\[([\w.]+)\]/g, 'Union[Iterable[$1], AsyncIterable[$1]]'],
  [/\bRun\b/g, 'AsyncRun'],
  [/from \._match_many import match_many_rows\n/, ''],
  [/(?=from \._call)/, 'from ._async_match_many import async_match_many_rows\n'],
  [/return match_many_rows/, 'return async_match_many_rows'],
  [/import Iterable, AsyncIterator/, 'import AsyncIterable, AsyncIterator, Iterable'],
  [/from typing import TYPE_CHECKING, Optional, cast/, 'from typing import TYPE_CHECKING, Optional, Union, cast'],
  [/(>>> (?:\w[\w, ]*= )?)(client\.)(?!companies\.match_many|\w+\.search\([^)]*\)\s*:)/g, '$1await $2'],
  [/(>>> |\.\.\. )for /g, '$1async for '],
];

/** The asynchronous resources: the same methods, comments and examples as the synchronous ones. */
export function pythonAsyncResources(): string {
  const text = readFileSync(join(import.meta.dirname, '../../..', source), 'utf8');
  return differences.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text);
}
