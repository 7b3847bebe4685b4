import { type Operation, readModel } from './model.ts';
import { generatedFrom, sentence, wrap } from './text.ts';
import { type NamedType, referencesIn, type TypeField, type TypeNode } from './type-node.ts';
import { vocabularies, vocabularyOf } from './vocabularies.ts';

const width = 116;
const quoted = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`);

function typeText(node: TypeNode): string {
  switch (node.kind) {
    case 'simple':
      return node.name === 'integer' ? 'number' : node.name;
    case 'reference':
      return node.name;
    case 'values':
      return vocabularyOf(node.values) ?? node.values.map(quoted).join(' | ');
    case 'list':
      return `${grouped(node.item)}[]`;
    case 'map':
      return `Record<string, ${typeText(node.value)}>`;
    case 'union':
      return [...new Set(node.members.map(typeText))].join(' | ');
  }
}

/** In parentheses where `[]` would otherwise apply to the last member only. */
function grouped(node: TypeNode): string {
  const text = typeText(node);
  return text.includes(' | ') && !text.startsWith('Record<') ? `(${text})` : text;
}

function comment(text: string, indent: string): string[] {
  if (text === '') return [];
  const lines = wrap(sentence(text), width - indent.length);
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}

/** The members of a union, where a list in parentheses is one member. */
function membersOf(type: string): string[] {
  const members = [''];
  let depth = 0;
  for (const part of type.split(/( \| |[()])/)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === ' | ' && depth === 0) members.push('');
    else members[members.length - 1] += part;
  }
  return members;
}

/** A member of a union on a line of its own, or on several if it is a long list. */
function memberLines(member: string, indent: string): string[] {
  if (indent.length + member.length <= width || !member.startsWith('(')) return [`${indent}| ${member}`];
  const inner = membersOf(member.slice(1, -3)).map((one) => `${indent}    | ${one}`);
  return [`${indent}| (`, ...inner, `${indent}  )[]`];
}

/** One line, or a line for each member. */
function declaration(head: string, type: string): string[] {
  const line = `${head} ${type};`;
  if (line.length <= width + 4 || !type.includes(' | ')) return [line];
  const indent = `${/^ */.exec(head)?.[0] ?? ''}  `;
  const lines = membersOf(type).flatMap((member) => memberLines(member, indent));
  return [head, ...lines.slice(0, -1), `${lines.at(-1)};`];
}

/** A request may also leave a field undefined, so that callers need not remove it. */
function fieldLines({ name, type, isRequired, description }: TypeField, isSent: boolean): string[] {
  const text = typeText(type);
  const optional = isRequired || !isSent ? text : `${text} | undefined`;
  return [...comment(description, '  '), ...declaration(`  ${name}${isRequired ? '' : '?'}:`, optional)];
}

const typeLines = ({ name, description, fields, isSent }: NamedType): string[] => [
  ...comment(description, ''),
  `export interface ${name} {`,
  ...fields.flatMap((field) => fieldLines(field, isSent)),
  '}',
  '',
];

/** The types of requests and responses. */
export function typescriptTypes(): string {
  const { types } = readModel();
  return [
    `// ${generatedFrom}`,
    '',
    ...Object.entries(vocabularies).flatMap(([name, { values, about }]) => [
      ...comment(about, ''),
      ...declaration(`export type ${name} =`, values.map(quoted).join(' | ')),
      '',
    ]),
    ...types.flatMap(typeLines),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

/** A value as a program writes it. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, inner]) => `${name}: ${valueText(inner)}`);
  return `{ ${fields.join(', ')} }`;
}

function exampleLines({ id, path, example }: Operation): string[] {
  const given = [...path.map((one) => one.example), ...(example === undefined ? [] : [example])].map(valueText);
  return ['   * @example', `   * await client.admin.${id}(${given.join(', ')});`];
}

function methodLines(operation: Operation): string[] {
  const { id, summary, path, input, response } = operation;
  const parameters = [
    ...path.map(({ name, isNumber }) => `${name}: string${isNumber ? ' | number' : ''}`),
    ...(input ? [`${input.part}${input.isRequired ? '' : '?'}: ${input.type}`] : []),
    'options?: RequestOptions',
  ];
  const declared = `  ${id}(${parameters.join(', ')}): Promise<${typeText(response)}>;`;
  return ['  /**', `   * ${sentence(summary)}`, '   *', ...exampleLines(operation), '   */', declared];
}

const routeLine = ({ id, method, url, input, actsOnce, hasEmptyBody }: Operation): string => {
  const part = input?.part ?? (hasEmptyBody ? 'none' : '');
  return `  ${id}: [${[method, url, part].map(quoted).join(', ')}${actsOnce ? ', true' : ''}],`;
};

/** The operations of the operator: their types, and how to send them. */
export function typescriptAdmin(): string {
  const operations = readModel().operations.filter(({ isAdmin }) => isAdmin);
  const names = operations.flatMap(({ input, response }) => [
    ...(input ? [input.type] : []),
    ...referencesIn(response),
  ]);
  return [
    `// ${generatedFrom}`,
    '',
    "import type { RequestOptions } from '../options.ts';",
    'import type {',
    ...[...new Set(names)].sort().map((name) => `  ${name},`),
    "} from './types.ts';",
    '',
    '/** The operations of the operator. They need a key with the scope `admin`. */',
    'export interface Admin {',
    ...operations.flatMap(methodLines),
    '}',
    '',
    '/**',
    ' * Method, path, and where the argument after the path goes (`none`: there is none, and an empty object is sent).',
    ' * `true`: a second request would act a second time.',
    ' */',
    "export const adminRoutes: Readonly<Record<keyof Admin, readonly [string, string, '' | 'query' | 'body' | 'none', boolean?]>> = {",
    ...operations.map(routeLine),
    '};',
    '',
  ].join('\n');
}
