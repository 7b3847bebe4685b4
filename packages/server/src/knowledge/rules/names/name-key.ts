import {
  expandTokens,
  foldText,
  isPlain,
  joinDottedLetters,
  pairedScripts,
  spaceScripts,
  thaiScript,
} from '../titles/normalize.ts';
import { bracketedForms, initials, legalFormsOf, shortWords } from './legal-forms.ts';

const eastern = `[${pairedScripts}${thaiScript}]`;
const easternLetters = new RegExp(`[${pairedScripts}]`, 'gu');
const blankInside = new RegExp(`(?<=${eastern}) (?=${eastern})`, 'gu');
const apostrophes = /['’‘`´ʼ]/gu;

interface Affixes {
  start: RegExp;
  end: RegExp;
  /** At the end, if another form followed it. */
  further: RegExp;
  /** The family of each form that belongs to one. */
  families: ReadonlyMap<string, number>;
}

const formsIn = (text: string) =>
  text
    .split('|')
    .filter(Boolean)
    .map((form) => form.normalize('NFKC'));

/** Latin forms are whole words; the others touch the name. Longest first, or `cong ty tnhh` would leave `mtv` behind. */
const anyOf = (forms: readonly string[], border: (form: string) => string) =>
  forms
    .toSorted((a, b) => b.length - a.length)
    .map((form) => (/^[a-z]/.test(form) ? border(form) : form))
    .join('|');

function affixes(country: string | undefined): Affixes {
  const { start = [], end, loose = '' } = legalFormsOf(country);
  const [first, last] = [formsIn(['the', ...start].join('|')), formsIn([loose, ...end].join('|'))];
  const atEnd = (forms: readonly string[]) => new RegExp(` ?(?:${anyOf(forms, (form) => `(?<![^ ])${form}`)})$`, 'u');
  const families = [start, end].flatMap((lists) =>
    lists.flatMap((forms, family) => formsIn(forms).map((form) => [form, family] as const)),
  );
  return {
    start: new RegExp(`^(?:${anyOf(first, (form) => `${form}(?= |$)`)}) ?`, 'u'),
    end: atEnd(last),
    further: atEnd(last.filter((form) => !initials.has(form))),
    families: new Map(families),
  };
}

const known = new Map<string | undefined, Affixes>();

function affixesOf(country: string | undefined): Affixes {
  const found = known.get(country) ?? affixes(country);
  known.set(country, found);
  return found;
}

const bracketed = new RegExp(`\\((${[...bracketedForms.keys()].join('|')})\\)`, 'u');
const everyBracketed = new RegExp(bracketed, 'gu');

interface Letters {
  letters: string;
  /** The legal form in parentheses, or ''. */
  form: string;
}

const readBrackets = (text: string): Letters => ({
  letters: text.replace(everyBracketed, ' '),
  form: bracketedForms.get(bracketed.exec(text)?.[1] ?? '') ?? '',
});

const toLetters = (name: string): Letters =>
  isPlain(name) ? { letters: name.toLowerCase(), form: '' } : readBrackets(foldText(name));
const toWords = (text: string) =>
  isPlain(text) ? text : spaceScripts(text).replace(blankInside, '').normalize('NFKC');

const plainSeparators = /[^a-z0-9]+/g;
const allSeparators = /[^\p{L}\p{M}\p{N}]+/gu;

/** Lower case, no Latin accents, single spaces, short words of legal forms, no spaces between East Asian characters. */
function normalName(letters: string): string {
  const plainer = letters.replace(apostrophes, '').replaceAll('&', ' and ');
  const separators = isPlain(plainer) ? plainSeparators : allSeparators;
  const words = toWords(joinDottedLetters(plainer).replace(separators, ' ').trim());
  return expandTokens(words, shortWords);
}

interface Stripped {
  rest: string;
  /** The removed forms, from the outside in. */
  forms: readonly string[];
}

/** Removes legal forms from both ends until none is left. */
function stripForms({ start, end, further }: Affixes, name: string): Stripped {
  const forms: string[] = [];
  const take = (form: string) => {
    forms.push(form.trim());
    return '';
  };
  let rest = name.replace(end, take).replace(start, take);
  for (let before = name; rest !== before; ) {
    before = rest;
    rest = before.replace(further, take).replace(start, take);
  }
  return { rest, forms };
}

/** Three letters, or two in scripts where a character is a syllable or a word. */
const isLongEnough = (key: string) =>
  (key.match(/\p{L}/gu)?.length ?? 0) >= 3 || (key.match(easternLetters)?.length ?? 0) >= 2;

export interface ReadName {
  key: string;
  /** The family of its legal form, one of its country's families that exclude each other; undefined if it states none. */
  form: number | undefined;
}

/** A name in its parts: what is compared, and the legal forms around it, each a word or several. */
export interface SplitName {
  key: string;
  forms: readonly string[];
}

/**
 * Separates a name from its legal forms, however little of it is left.
 *
 * @example splitName('AU', 'Kestrel & Vane Pty. Ltd.') // { key: 'kestrel and vane', forms: ['pty ltd'] }
 */
export const splitName = (country: string | undefined, name: string): SplitName => splitNormal(country, toNormal(name));

/** The same name as each of these countries would read it. */
export function splitNameIn(countries: readonly (string | undefined)[], name: string): SplitName[] {
  const normal = toNormal(name);
  return countries.map((country) => splitNormal(country, normal));
}

function toNormal(name: string): Letters {
  const { letters, form } = toLetters(name);
  return { letters: normalName(letters), form };
}

function splitNormal(country: string | undefined, { letters, form }: Letters): SplitName {
  const { rest, forms } = stripForms(affixesOf(country), letters);
  return { key: rest, forms: form ? [form, ...forms] : forms };
}

/** A name as it is compared, and the legal form it states. Undefined if too little is left to identify a company. */
export function readName(country: string | undefined, name: string): ReadName | undefined {
  const { key, forms } = splitName(country, name);
  if (!isLongEnough(key)) return undefined;
  const { families } = affixesOf(country);
  return { key, form: forms.map((form) => families.get(form)).find((family) => family !== undefined) };
}

/**
 * A company's name as it is compared: without legal forms of its country, case, accents and punctuation. Words and
 * numbers stay. Undefined if too little is left to identify a company.
 *
 * @example nameKey('AU', 'The Kestrel & Vane Co. P/L') // 'kestrel and vane co'
 */
export const nameKey = (country: string | undefined, name: string): string | undefined => readName(country, name)?.key;

/**
 * A coarser key that is the same for most typing errors: no doubled letters, and vowels only at the start of a word. It
 * can propose a match, but never prove one.
 *
 * @example nameSkeleton('kestrel and vane') // 'kstrl and vn'
 */
export const nameSkeleton = (key: string): string => key.replace(/([a-z])\1+/g, '$1').replace(/(?<=[a-z])[aeiou]/g, '');

/** What people write in place of a company. A company may have such a name, but these people do not work there. */
// biome-ignore format: a list of names
const noCompanies: ReadonlySet<string> = new Set([
  'company', 'confidential', 'consultant', 'freelance', 'freelancer', 'home', 'independent', 'independent consultant',
  'individual', 'job seeker', 'looking for work', 'myself', 'no company', 'not applicable', 'not employed', 'other',
  'owner', 'personal', 'private', 'retired', 'self', 'self employed', 'selfemployed', 'sole trader', 'stealth',
  'stealth startup', 'student', 'tba', 'tbc', 'tbd', 'test', 'unemployed', 'unknown', 'various',
]);

/** Whether the text stands for no company at all: `Self-employed`, `Unknown`, or nothing but punctuation. */
export function namesNoCompany(name: string): boolean {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return words === '' || noCompanies.has(words);
}
