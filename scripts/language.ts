/** Words and phrases that a reader outside the project would not use, and what to write instead: in documents, comments and messages. */
const wordsToAvoid: Record<string, string> = {
  'takes? in|taken in|taking in|took in': 'import, load, read or apply',
  '(?:is|are|was|were|be) told': 'the verb of what happens: publish, notify, report',
  'whole (?:file|register)s?': 'full file, complete register',
  'files? of changes': 'delta file',
  'gates?': 'safety check',
  'dirty(?: marks?)?': 'pending, in the outbox',
  parked: 'failed',
  questions: 'requests, queries',
  '(?:is|are|be) (?:not )?well(?! formed)': 'healthy, unhealthy',
  'mend(?:s|ed|ing)?': 'fix',
  patience: 'timeout',
  'crews?': 'worker pool',
  'waiting rooms?': 'admission queue',
  'purses?': 'leased credits',
  'roll calls?|calls? roll': 'heartbeat',
  'invent(?:ed|ions?|s)?': 'synthetic',
  'rehears(?:e|es|ed|als?)': 'simulate, trial run',
  'lent ids?': 'redirect',
  'name and place': 'name and location',
  'register of all companies': 'complete register',
  'guard of speed': 'performance regression check',
  'each another': 'unique',
  'for ever': 'permanently',
  'nobody(?! Sandbox)|whoever|somebody|whom': 'the actor: the server, the operator, the customer',
  'bears? the name': 'has the name',
  besides: 'also, in addition',
  'go(?:es|ing)? on|went on': 'continue',
  'so many': 'the number',
  // A program may refuse to start, and an address refuses connections.
  '(?<!connections? )refus(?:e|es|ed|ing|als?)(?! (?:to|connections?)\\b)': 'reject, or cannot',
  'cut off': 'interrupted (a run), truncated (a file)',
  'e-mails?': 'email',
  'data sets?': 'dataset',
  'fetch(?:es|ed)? (?:it|the file) again': 'download it again',
  '(?:told|tells?(?: [\\w’-]+){1,4}) apart': 'distinguish',
  anew: 'again',
  'ledgers?': 'PostgreSQL, the database',
  '(?<!(?:search|JavaScript|container) )engines?': 'OpenSearch, the search index, the stores',
  '(?<!rate )limiters?': 'Redis, the rate limiter',
  'professional network': 'LinkedIn',
  // Not a promise of JavaScript, which is seldom in the plural.
  'promised|promises(?!,)': 'guarantee',
  'heard|unheard(?! Of)': 'received, unreported',
  'judg(?:e|es|ed|ing)': 'check, compare, decide',
  'doubt(?:s|ful)?': 'unknown, uncertain',
};

/** Words that the names of code and files avoid, and what to use instead. `engines` alone is a field of package.json. */
const wordsToAvoidInNames: Record<string, string> = {
  'ledgers?': 'postgres, database, pool',
  'engine|(?<=[a-z] )engines|engines(?= [A-Z])': 'opensearch, index, stores',
  '(?:un)?heard': 'received, unreported',
  'judg(?:e|es|ed|ing)': 'check, compare, decide',
  'tells?|told': 'notify, publish, print',
  'says|said': 'statement, stated',
  'doubt(?:s|ful)?': 'unknown, uncertain',
  'nobody|whoever|somebody|whom': 'the actor',
  besides: 'also, extra',
  anew: 'again',
  patience: 'timeout',
  // `openWorldHint` is a hint of the protocol MCP.
  '(?<!open )world': 'dataset',
  gathering: 'batch',
  'parked|dirty': 'failed, outbox',
  promised: 'guaranteed',
  'crews?|purses?': 'worker pool, leased credits',
  'mend(?:s|ed|ing)?': 'fix',
  'rehears(?:e|es|ed|als?)': 'simulate',
  'invent(?:ed|ions?|s)?': 'synthetic',
  lent: 'redirected',
  'go(?:es|ing)? on': 'continue',
};

/** British spellings, in lower case only: a capital may begin the name of a license or an agency. */
// biome-ignore format: a list of names
const britishSpellings = [
  'licen[c]es?', '(?:neighbour|colour|behaviour|favour|honour|harbour)(?:s|ed|hoods?|ing)?',
  '(?:normal|recogn|organ|author|minim|maxim|summar|categor|initial|special|serial|util|optim|custom|synchron)is(?:e|es|ed|ing|ation)',
  'analys(?:e|ed|es|ing)', 'catalogues?', 'centres?', 'grey', 'judgement', 'labell(?:ed|ing)', 'cancell(?:ed|ing)',
];

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
}

const rulesOf = (words: Readonly<Record<string, string>>): Rule[] =>
  Object.entries(words).map(([word, instead]) => ({ pattern: wholeWords(word, 'gi'), instead }));

const rules: readonly Rule[] = [
  ...rulesOf(wordsToAvoid),
  { pattern: wholeWords(britishSpellings.join('|'), 'g'), instead: 'the American spelling' },
];
const nameRules = rulesOf(wordsToAvoidInNames);
/** Most texts have none of the words, which one pass shows. */
const anyWord = [wholeWords(Object.keys(wordsToAvoid).join('|'), 'i'), wholeWords(britishSpellings.join('|'), '')];
const anyWordOfNames = wholeWords(Object.keys(wordsToAvoidInNames).join('|'), 'i');

function wholeWords(words: string, flags: string): RegExp {
  return new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, flags);
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The text without code, link targets and generated-by lines, which keep the names of commands, fields and files. */
const withoutCode = (text: string): string =>
  text
    .replace(/^ *```[^\n]*\n[\s\S]*?^ *```/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank);

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** What in a text is not plain English, as `line 3: "mended": use fix`. */
export function findWords(text: string): string[] {
  const prose = withoutCode(text);
  if (!anyWord.some((pattern) => pattern.test(prose))) return [];
  return rules.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].map(({ 0: word, index }) => `line ${lineAt(prose, index)}: "${word}": use ${instead}`),
  );
}

const hole = String.raw`\$\{(?:[^{}\x60]|\{[^{}]*\}|\x60[^\x60]*\x60)*\}`;
/** Comments, strings, regular expressions and the text of elements: the rest of a source is code. */
const tokensOfTypescript = new RegExp(
  [
    String.raw`(?<=[^=]>)(?<text>\s*[A-Z][^<>{}=;]*)(?=[<{])`,
    String.raw`(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\x60(?:\\.|${hole}|[^\x60\\])*\x60)`,
    String.raw`(?<=(?:[(,=:[!&|?{};]|=>|return)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`,
  ].join('|'),
  'g',
);
const tokensOfPython = /(?<string>"""[\s\S]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?<comment>#[^\n]*)/g;

const isSentence = (text: string): boolean => /^\S+\s+\S+\s+\S[\s\S]*[.?!]["\s]*$/.test(text);
const isSql = (text: string): boolean => /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|FROM)\b/.test(text);
const isTitle = (text: string, before: string): boolean =>
  / \S+ /.test(text) && /(?:\b(?:test|describe)|\))\($/.test(before);

/** A message or the title of a test, without its quotes and the code in it. Other strings are data. */
function proseOf(literal: string, before: string): string {
  const text = literal.slice(1, -1).replaceAll(new RegExp(hole, 'g'), blank);
  const isProse = isTitle(text, before) || (isSentence(text) && !isSql(text));
  return isProse ? ` ${text.replaceAll('\\`', ' `')} ` : blank(literal);
}

/** Comments, messages and titles of tests of a source, and its code, each in the lines where it is. */
function partsOf(file: string, text: string): { prose: string; code: string } {
  let prose = '';
  let code = '';
  let end = 0;
  for (const { 0: token, index, groups } of text.matchAll(file.endsWith('.py') ? tokensOfPython : tokensOfTypescript)) {
    const before = text.slice(end, index);
    code += before + blank(token);
    const message = groups?.string && proseOf(groups.string, before);
    prose += blank(before) + (groups?.comment ?? groups?.text ?? message ?? blank(token));
    end = index + token.length;
  }
  return { prose, code: code + text.slice(end) };
}

/** `openEngineReader` as `open Engine Reader`. Names with underscores are those of the API, of tables and of metrics, which stay. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[-/.]/g, ' ');

function findInName(name: string): string[] {
  const words = wordsOf(name);
  if (!anyWordOfNames.test(words)) return [];
  return nameRules.flatMap(({ pattern, instead }) =>
    [...words.matchAll(pattern)].map(([word]) => `${name}: "${word}": use ${instead}`),
  );
}

/** What in the comments, messages and names of a source is not plain English, each name once. */
export function findWordsInCode(file: string, text: string): string[] {
  const { prose, code } = partsOf(file, text);
  const names = new Set(code.match(/\b[A-Za-z][A-Za-z0-9]*\b/g));
  return [...findWords(prose), ...[...names].flatMap(findInName)];
}

/** What in the names of files and folders is not plain English, once for each name. */
export const findWordsInPaths = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => file.split('/')))].flatMap(findInName);
