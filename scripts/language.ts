/** Words and phrases that a reader outside the project would not use, and what to write instead. */
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
  'goes on|go on': 'continue',
  'so many': 'the number',
  'refus(?:e|es|ed|ing|als?)': 'reject, or cannot',
  'cut off': 'interrupted (a run), truncated (a file)',
  'e-mails?': 'email',
  'data sets?': 'dataset',
  'fetch(?:es|ed)? (?:it|the file) again': 'download it again',
  'told apart': 'distinguish',
  anew: 'again',
};

/** British spellings, in lower case only: a capital may begin the name of a license or an agency. */
// biome-ignore format: a list of names
const britishSpellings = [
  'licen[c]es?', '(?:neighbour|colour|behaviour|favour|honour|harbour)(?:s|ed|hoods?|ing)?',
  '(?:normal|recogn|organ|author|minim|maxim|summar|categor|initial|special|serial|util|optim|custom|synchron)is(?:e|es|ed|ing|ation)',
  'analys(?:e|ed|es|ing)', 'catalogues?', 'centres?', 'grey', 'judgement', 'labell(?:ed|ing)', 'cancell(?:ed|ing)',
];

const rules = [
  ...Object.entries(wordsToAvoid).map(([words, instead]) => ({ pattern: wholeWords(words, 'gi'), instead })),
  { pattern: wholeWords(britishSpellings.join('|'), 'g'), instead: 'the American spelling' },
];

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

/** What in a text is not plain English, as `line 3: "mended": use fix`. */
export function findWords(text: string): string[] {
  const prose = withoutCode(text);
  return rules.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].map(({ 0: word, index }) => {
      const line = prose.slice(0, index).split('\n').length;
      return `line ${line}: "${word}": use ${instead}`;
    }),
  );
}
