import { bracketedForms, legalFormsOf, shortWords } from './legal-forms.ts';
import { foldText, joinDottedLetters, pairedScripts, spaceScripts, thaiScript } from './title-normal.ts';

const eastern = `[${pairedScripts}${thaiScript}]`;
const easternLetters = new RegExp(`[${pairedScripts}]`, 'gu');
const blankInside = new RegExp(`(?<=${eastern}) (?=${eastern})`, 'gu');
const apostrophes = /['’‘`´ʼ]/gu;

interface Affixes {
  start: RegExp;
  end: RegExp;
}

/** Latin forms are whole words; the others stand against the name. Longest first, or `cong ty tnhh` would leave `mtv` behind. */
function affixes(country: string | undefined): Affixes {
  const { start = '', end } = legalFormsOf(country);
  const alternatives = (forms: string, border: (form: string) => string) =>
    forms
      .split('|')
      .filter(Boolean)
      .toSorted((a, b) => b.length - a.length)
      .map((form) => (/^[a-z]/.test(form) ? border(form) : form.normalize('NFKC')))
      .join('|');
  const first = alternatives(`${start}|the`, (form) => `${form}(?= |$)`);
  const last = alternatives(end, (form) => `(?<![^ ])${form}`);
  return { start: new RegExp(`^(?:${first}) ?`, 'u'), end: new RegExp(` ?(?:${last})$`, 'u') };
}

const known = new Map<string | undefined, Affixes>();

function affixesOf(country: string | undefined): Affixes {
  const found = known.get(country) ?? affixes(country);
  known.set(country, found);
  return found;
}

const plain = /^[ -~]*$/;
const longWord = new RegExp(`(?<![^ ])(?:${[...shortWords.keys()].join('|')})(?![^ ])`, 'g');

/** Most names are plain, and there are many millions of them: they skip what only others need. */
const toLetters = (name: string) =>
  plain.test(name) ? name.toLowerCase() : foldText(name).replace(bracketedForms, ' ');
const toWords = (text: string) =>
  plain.test(text) ? text : spaceScripts(text).replace(blankInside, '').normalize('NFKC');

/** Lower case, no Latin accents, single blanks, short words of legal forms; blanks between Eastern letters are gone. */
function normalName(name: string): string {
  const letters = toLetters(name).replace(apostrophes, '').replaceAll('&', ' and ');
  const words = toWords(
    joinDottedLetters(letters)
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
  );
  return words.replace(longWord, (word) => shortWords.get(word) ?? word);
}

function withoutForms(country: string | undefined, name: string): string {
  const { start, end } = affixesOf(country);
  const rest = name.replace(end, '').replace(start, '');
  return rest === name ? name : withoutForms(country, rest);
}

/** Three letters, or two where one stands for a syllable or a word. */
const isLongEnough = (key: string) =>
  (key.match(/\p{L}/gu)?.length ?? 0) >= 3 || (key.match(easternLetters)?.length ?? 0) >= 2;

/**
 * A company's name as identity compares it: without legal forms of its country, case, accents and punctuation. Words
 * and numbers stay. Undefined: too little is left to know a company by.
 *
 * @example nameKey('AU', 'The Kestrel & Vane Co. P/L') // 'kestrel and vane co'
 */
export function nameKey(country: string | undefined, name: string): string | undefined {
  const key = withoutForms(country, normalName(name));
  return isLongEnough(key) ? key : undefined;
}

/**
 * A coarser key, the same for most typing errors: without doubled letters, and vowels only where they begin a word. It
 * proposes, and proves nothing.
 *
 * @example nameSkeleton('kestrel and vane') // 'kstrl and vn'
 */
export const nameSkeleton = (key: string): string => key.replace(/([a-z])\1+/g, '$1').replace(/(?<=[a-z])[aeiou]/g, '');
