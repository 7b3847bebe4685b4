/** A block of code of a Markdown text. What a reader must do with it is in the words after its language. */
export interface CodeBlock {
  readonly line: number;
  readonly language: string;
  /** `run`: execute it. `background`: start it and leave it running. `output`: what the block above prints. */
  readonly words: readonly string[];
  /** The file to save it as. */
  readonly title?: string;
  /** The language of the reader, if the page has the same code in several. */
  readonly tab?: string;
  readonly text: string;
}

const fence = /^(?<indent> *)```(?<language>[a-z]*)(?<words>[^\n]*)\n(?<text>[\s\S]*?)^\k<indent>```$/gm;

export const codeBlocksOf = (markdown: string): CodeBlock[] =>
  [...markdown.matchAll(fence)].map(({ index, groups = {} }) => {
    const { indent = '', language = '', words = '', text = '' } = groups;
    const title = /title="([^"]+)"/.exec(words)?.[1];
    const tab = /tab="([^"]+)"/.exec(words)?.[1];
    return {
      line: markdown.slice(0, index).split('\n').length,
      language,
      words: words
        .replaceAll(/[a-z]+="[^"]+"/g, '')
        .split(' ')
        .filter(Boolean),
      ...(title !== undefined && { title }),
      ...(tab !== undefined && { tab }),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });

/** What each reader of a page does: everything, or, of a page with tabs, one tab and the rest. */
export function readersOf(blocks: readonly CodeBlock[]): { tab?: string; blocks: readonly CodeBlock[] }[] {
  const tabs = new Set(blocks.map(({ tab }) => tab).filter((tab) => tab !== undefined));
  if (tabs.size === 0) return [{ blocks }];
  return [...tabs].map((tab) => ({ tab, blocks: blocks.filter((block) => (block.tab ?? tab) === tab) }));
}

const isOneOf = (words: readonly string[], block: CodeBlock): boolean =>
  block.words.some((word) => words.includes(word));

/** Whether a reader does something with the block. */
export const isUsed = (block: CodeBlock): boolean =>
  block.title !== undefined || isOneOf(['run', 'background', 'output'], block);

/** What differs from one installation, day or run to the next. */
const varying: readonly [RegExp, string][] = [
  // When a key was last used is stored up to ten seconds later.
  [/\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::[\d.]+Z?)?)?|\bnever\b(?= +valid$)/gm, '<time>'],
  [/orgdex_(live|test|recon)_[\w…]+/g, '<$1 key>'],
  [/key_[\w-]{12}/g, '<key id>'],
  [/\b(?:live|test) …\w{4}\b/g, '<hint>'],
  [/\bc[0-9a-z]{26}\b/g, '<company id>'],
  [/\bp[0-9a-z]{26}\b/g, '<person id>'],
  [/\d+(?:\.\d+)? ?(?:ms|s)\b/g, '<duration>'],
  [/[\d,.]+ rows\/s/g, '<speed>'],
  [/[ -]{2,}/g, ' '],
];

const comparable = (text: string): string[] =>
  varying
    .reduce((so, [pattern, name]) => so.replaceAll(pattern, name), text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Whether a value has what a document shows of it. `…` stands for any text, and for other fields and items. */
function isShown(shown: Json, value: Json | undefined): boolean {
  if (shown === '…') return true;
  if (Array.isArray(shown))
    return Array.isArray(value) && shown.every((one, at) => one === '…' || isShown(one as Json, value[at] as Json));
  if (typeof shown === 'object' && shown !== null) {
    const fields = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, Json>>) : {};
    return Object.entries(shown).every(([name, one]) => name === '…' || isShown(one, fields[name]));
  }
  return typeof shown === 'string' && typeof value === 'string'
    ? missingLines(shown, value).length === 0
    : shown === value;
}

/** Whether the printed JSON has the fields and items of the expected one. */
export const hasFields = (expected: string, printed: string): boolean =>
  isShown(JSON.parse(expected) as Json, JSON.parse(printed.slice(printed.search(/[[{]/))) as Json);

/** The lines of an expected output that are missing, in their order. `…` stands for any text, `[…]` for lines left out. */
export function missingLines(expected: string, printed: string): string[] {
  const lines = comparable(printed);
  let from = 0;
  return comparable(expected).filter((line) => {
    if (line === '[…]') return false;
    const pattern = new RegExp(`^${line.split('…').map(literal).join('.*')}$`);
    const at = lines.findIndex((one, index) => index >= from && pattern.test(one));
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}
