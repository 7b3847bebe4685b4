import { classifierAbbreviations } from './abbreviations.ts';

// By script extension, so that the long vowel mark ー counts as kana.
export const pairedScripts = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}`;
export const thaiScript = String.raw`\p{Script=Thai}`;

const longestTitle = 200;

// Letters that Unicode does not decompose into a base letter and an accent.
const wholeLetters: Record<string, string> = { đ: 'd', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', ß: 'ss', ı: 'i' };
const wholeLetter = new RegExp(`[${Object.keys(wholeLetters).join('')}]`, 'gu');

const apostrophe = /['’‘`´ʼ]/gu;
const dottedLetters = /(?<![\p{L}\p{M}\p{N}])(?:\p{Script=Latin}\.)+\p{Script=Latin}(?![\p{L}\p{M}\p{N}])\.?/gu;
const eastern = `[${pairedScripts}${thaiScript}]`;
const latin = String.raw`[\p{Script=Latin}\p{Nd}]`;
const scriptBorder = new RegExp(`(?<=${latin})(?=${eastern})|(?<=${eastern})(?=${latin})`, 'gu');

const plain = /^[ -~]*$/;

/** Most texts are plain ASCII, and there are many millions of them: they skip steps that only other texts need. */
export const isPlain = (text: string): boolean => plain.test(text);

/** Removes compatibility forms, case, Latin accents and invisible marks. Thai and kana marks stay: they are part of a letter. */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]|[\u00ad\u200c-\u200f\u2060\ufeff]/gu, '');
  return bare.normalize('NFKC').replace(wholeLetter, (letter) => wholeLetters[letter] ?? letter);
}

/** `C.E.O.` becomes `ceo`; any other dot or apostrophe is a separator. */
export function joinDottedLetters(text: string): string {
  const words = text.replace(apostrophe, ' ');
  if (!words.includes('.')) return words;
  return words.replace(dottedLetters, (letters) => letters.replaceAll('.', '')).replaceAll('.', ' ');
}

/** 取締役CFO becomes 取締役 cfo. */
export const spaceScripts = (text: string): string => text.replace(scriptBorder, ' ');

/** Replaces each token that the table has by its long form. */
export function expandTokens(text: string, table: ReadonlyMap<string, string>): string {
  return text
    .split(' ')
    .map((token) => table.get(token) ?? token)
    .join(' ');
}

// A normalized title contains only letters, marks, digits and these characters, so any other character belongs to a
// word. With Unicode classes instead, the patterns take ten times as long to compile.
const wordCharacter = '[^ /@~]';
const wordBoundary = `(?:(?<!${wordCharacter})(?=${wordCharacter})|(?<=${wordCharacter})(?!${wordCharacter}))`;

// Replaced before accents are removed: without accents, `kiêm` (and also) looks like `kiểm` (audit).
const vietnameseAlso = /(?<=\s)kiêm(?=\s)/giu;
const roleBreaks = titlePattern(String.raw`\b(cum|merangkap|kiem(?! (soat|toan|tra|dinh)\b))\b`, 'g');
const employer = /(?<= )(?:at|@|chez) .*?(?= \/ |$)/gu;

function separateRoles(text: string): string {
  return text
    .replace(/[&+]|และ/gu, ' and ')
    .replace(/[兼겸,;:|\\/()[\]{}<>•·、・–—―]|(?<=\s)-|-(?=\s)|^-|-$/gu, ' / ')
    .replace(/[^\p{L}\p{M}\p{N}\s/@]/gu, ' ');
}

/** One space between tokens, and no separator at either end. */
export function trimRoles(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/^(?: |\/|and(?= |$))+|(?: |\/|(?<= )and)+$/gu, '')
    .trim();
}

/**
 * A title as the classification rules read it: lower case, no Latin accents, roles separated by ` / `.
 *
 * @example normaliseTitle('C.E.O., Sr. Mgr') // 'ceo / senior manager'
 */
export function normalizeTitle(title: string): string {
  const start = [...title.normalize('NFKC')].slice(0, longestTitle).join('');
  const folded = joinDottedLetters(foldText(start.replace(vietnameseAlso, '/')));
  const spaced = spaceScripts(separateRoles(folded)).replace(/\s+/gu, ' ').trim();
  const expanded = expandTokens(spaced, classifierAbbreviations).replace(roleBreaks, ' / ');
  return trimRoles(expanded.replace(/\s+/gu, ' ').replace(employer, ''));
}

/**
 * A pattern over normalized titles. JavaScript's own `\b` and `\w` are ASCII and would split `ผู้` in two.
 *
 * @example titlePattern(String.raw`\bchefe?\b`).test('le chef')
 */
export function titlePattern(source: string, flags = ''): RegExp {
  // Titles are in NFKC when they are tested, and NFKC decomposes the Thai ำ.
  const pattern = source.normalize('NFKC').replaceAll('\\b', wordBoundary).replaceAll('\\w', wordCharacter);
  return new RegExp(pattern, `u${flags}`);
}
