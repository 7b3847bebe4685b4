import { classifierAbbreviations } from './title-abbreviations.ts';
import { titlePattern } from './title-pattern.ts';

// By extension, so that the long vowel mark ー belongs to its kana.
export const pairedScripts = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}`;
export const thaiScript = String.raw`\p{Script=Thai}`;

const longestTitle = 200;

// Letters that Unicode does not take apart into a base letter and an accent.
const wholeLetters: Record<string, string> = { đ: 'd', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', ß: 'ss', ı: 'i' };
const wholeLetter = new RegExp(`[${Object.keys(wholeLetters).join('')}]`, 'gu');

const apostrophe = /['’‘`´ʼ]/gu;
const dottedLetters = /(?<![\p{L}\p{M}\p{N}])(?:\p{Script=Latin}\.)+\p{Script=Latin}(?![\p{L}\p{M}\p{N}])\.?/gu;
const eastern = `[${pairedScripts}${thaiScript}]`;
const latin = String.raw`[\p{Script=Latin}\p{Nd}]`;
const scriptBorder = new RegExp(`(?<=${latin})(?=${eastern})|(?<=${eastern})(?=${latin})`, 'gu');

/** Compatibility forms, case, Latin accents and invisible marks gone; Thai and kana marks stay, for they are letters to their readers. */
export function foldText(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]|[\u00ad\u200c-\u200f\u2060\ufeff]/gu, '');
  return bare.normalize('NFKC').replace(wholeLetter, (letter) => wholeLetters[letter] ?? letter);
}

/** `C.E.O.` is `ceo`; any other dot, and an apostrophe, only separates. */
export function joinDottedLetters(text: string): string {
  return text
    .replace(apostrophe, ' ')
    .replace(dottedLetters, (letters) => letters.replaceAll('.', ''))
    .replaceAll('.', ' ');
}

/** 取締役CFO is 取締役 cfo. */
export const spaceScripts = (text: string): string => text.replace(scriptBorder, ' ');

/** Each whole token that the table knows, in its long form. */
export function expandTokens(text: string, table: ReadonlyMap<string, string>): string {
  return text
    .split(' ')
    .map((token) => table.get(token) ?? token)
    .join(' ');
}

// Before folding: folded, `kiêm` (and also) looks like `kiểm` (audit).
const vietnameseAlso = /(?<=\s)kiêm(?=\s)/giu;
const roleBreaks = titlePattern(String.raw`\b(cum|merangkap|kiem(?! (soat|toan|tra|dinh)\b))\b`, 'g');
const employer = /(?<= )(?:at|@|chez) .*?(?= \/ |$)/gu;

function separateRoles(text: string): string {
  return text
    .replace(/[&+]|และ/gu, ' and ')
    .replace(/[兼겸,;:|\\/()[\]{}<>•·、・–—―]|(?<=\s)-|-(?=\s)|^-|-$/gu, ' / ')
    .replace(/[^\p{L}\p{M}\p{N}\s/@]/gu, ' ');
}

/** One blank between tokens, and no separator left at either end. */
export function trimRoles(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/^(?: |\/|and(?= |$))+|(?: |\/|(?<= )and)+$/gu, '')
    .trim();
}

/**
 * A title as the classification rules read it: lower case, no Latin accents, roles parted by ` / `.
 *
 * @example normaliseTitle('C.E.O., Sr. Mgr') // 'ceo / senior manager'
 */
export function normaliseTitle(title: string): string {
  const start = [...title.normalize('NFKC')].slice(0, longestTitle).join('');
  const folded = joinDottedLetters(foldText(start.replace(vietnameseAlso, '/')));
  const spaced = spaceScripts(separateRoles(folded)).replace(/\s+/gu, ' ').trim();
  const expanded = expandTokens(spaced, classifierAbbreviations).replace(roleBreaks, ' / ');
  return trimRoles(expanded.replace(/\s+/gu, ' ').replace(employer, ''));
}
