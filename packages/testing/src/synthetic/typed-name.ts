import type { Tongue } from '../../../server/src/sample-data/demo/name-words.ts';
import type { Random } from '../../../server/src/sample-data/demo/random.ts';
import type { Company } from './universe/company.ts';

/** How a name differs, as people type it, from the one in a register. */
export type Noise =
  | 'none'
  | 'legal form'
  | 'case'
  | 'accents'
  | 'width'
  | 'word order'
  | 'typing error'
  | 'abbreviation';

const eastern: ReadonlySet<Tongue> = new Set(['ja', 'ko', 'zh', 'th']);
export const isEastern = (tongue: Tongue): boolean => eastern.has(tongue);

/** What is common in each script: there is no case in Japanese, and no width in Latin letters. */
const western: readonly Noise[] = [
  'none',
  'legal form',
  'case',
  'accents',
  'word order',
  'typing error',
  'abbreviation',
];
const noisesOf = (tongue: Tongue): readonly Noise[] =>
  isEastern(tongue) ? ['none', 'legal form', 'width', 'typing error'] : western;

/** Short forms that people use, whether orgdex knows them or not. */
const shortForms: Readonly<Record<string, string>> = {
  Engineering: 'Eng',
  Logistics: 'Logist.',
  Services: 'Svcs',
  Manufacturing: 'Mfg',
  Construction: 'Constr.',
  Transport: 'Trans',
  Northern: 'Nth',
  Southern: 'Sth',
  Consulting: 'Cons',
  Systems: 'Sys',
  Technologies: 'Tech',
  Electrical: 'Elec',
  Equipment: 'Equip',
  Laboratories: 'Labs',
  Foods: 'Fds',
  Insurance: 'Ins',
  Instruments: 'Instr',
};

/** The first long word with a letter missing, doubled, wrong, or exchanged with the next. */
export function mistyped(random: Random, name: string): string {
  const words = name.match(/[\p{L}\p{M}]{5,}/gu) ?? [];
  if (words.length === 0) return name;
  const word = random.pick(words);
  const letters = [...word];
  const at = 1 + random.below(letters.length - 2);
  const [letter, next] = [letters[at] as string, letters[at + 1] as string];
  const wrong = random.pick(['a', 'e', 'i', 'o', 'n', 'r', 's', 't'].filter((other) => other !== letter.toLowerCase()));
  const changed = random
    .pick([
      letters.toSpliced(at, 1),
      letters.toSpliced(at, 0, letter),
      letters.toSpliced(at, 1, wrong),
      letters.toSpliced(at, 2, next, letter),
    ])
    .join('');
  return name.replace(word, changed === word ? letters.toSpliced(at, 1).join('') : changed);
}

/** As in Latin letters, only words of five or more letters are misspelled. */
const leastMistyped = 5;

/** A letter of these scripts that was left out, since there is no other that is likely to be typed instead. */
function withoutLetter(random: Random, name: string): string | undefined {
  const letters = [...name];
  if (letters.length <= leastMistyped) return undefined;
  return letters.toSpliced(1 + random.below(letters.length - 2), 1).join('');
}

function shorten(name: string): string | undefined {
  const word = name.split(' ').find((one) => shortForms[one] !== undefined);
  return word && name.replace(word, shortForms[word] as string);
}

/** The last word first: `Logistics Saltmere`. */
const reorder = (name: string): string => {
  const words = name.split(' ');
  return [words.at(-1), ...words.slice(0, -1)].join(' ');
};

const withoutAccents = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

/** Full-width digits and spaces between the words, as forms in these countries often produce. */
const widen = (name: string): string =>
  [...name].map((letter, at) => (at > 0 && at % 3 === 0 ? `　${letter}` : letter)).join('');

/**
 * The name as people type it. A legal form of another kind would be another name. A noise that cannot occur in this
 * name is replaced by another legal form.
 */
export function typedName(random: Random, company: Company): { text: string; noise: Noise } {
  const { own, name, form, country, tongue } = company;
  const noise = random.pick(noisesOf(tongue));
  const otherForm = () => {
    const { before, after } = random.pick(
      country.forms.filter((other) => other.tongue === tongue && other.type === form.type),
    );
    return random.chance(0.5) ? own.text : before + own.text + after;
  };
  const changed: Record<Noise, () => string | undefined> = {
    none: () => name,
    'legal form': otherForm,
    case: () => (random.chance(0.5) ? name.toUpperCase() : own.text.toLowerCase()),
    accents: () => (withoutAccents(own.text) === own.text ? undefined : withoutAccents(own.text)),
    width: () => form.before + widen(own.text),
    'word order': () => reorder(own.text),
    'typing error': () => (isEastern(tongue) ? withoutLetter(random, own.text) : mistyped(random, own.text)),
    abbreviation: () => shorten(own.text),
  };
  const text = changed[noise]();
  return text === undefined || text === '' ? { text: otherForm(), noise: 'legal form' } : { text, noise };
}
