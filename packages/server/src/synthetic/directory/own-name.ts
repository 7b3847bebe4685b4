import { industries } from '../../sample-data/demo/industries.ts';
import { type NameWord, nameWords, type Tongue } from '../../sample-data/demo/name-words.ts';

/** What a name may begin with, in addition to its own words. The first is nothing. */
const qualifiers: Readonly<Record<Tongue, readonly string[]>> = {
  en: ['', 'Northern ', 'Eastern ', 'Southern ', 'Western ', 'Central ', 'Coastal ', 'Inland ', 'Upland ', 'Riverine '],
  ja: ['', '東', '西', '南', '北', '新', '中央', '丘陵', '海岸', '高原'],
  ko: ['', '동', '서', '남', '북', '새', '중앙', '언덕', '해안', '고원'],
  th: ['', 'เหนือ', 'ตะวันออก', 'ใต้', 'ตะวันตก', 'กลาง', 'ชายฝั่ง', 'ภูเขา', 'ใหม่', 'ทุ่ง'],
  vi: ['', 'Bắc ', 'Đông ', 'Nam ', 'Tây ', 'Trung ', 'Duyên Hải ', 'Cao Nguyên ', 'Tân ', 'Đồng Bằng '],
  id: ['', 'Utara ', 'Timur ', 'Selatan ', 'Barat ', 'Tengah ', 'Pesisir ', 'Dataran ', 'Baru ', 'Hulu '],
  zh: ['', '東', '西', '南', '北', '新', '中', '山', '海', '原'],
};

const tradesOf = (tongue: Tongue): readonly string[] =>
  tongue === 'en' ? industries.flatMap(({ trades }) => trades) : industries.map(({ native }) => native[tongue]);

/** The roles of a name; names of different roles are never equal. */
const roles = ['current', 'former', 'trading', 'unlisted'] as const;
export type Role = (typeof roles)[number];

/** A name in its parts, so that one can be left out or changed. */
export interface OwnName {
  /** Without the legal form. */
  text: string;
  /** Without the word of the trade. */
  core: string;
  /** For domains. */
  latin: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface NameParts {
  first: string;
  second: string;
  trade: string;
  qualifier: string;
  /** Its number among the combinations: some have an ampersand. */
  at: number;
}

function compose(tongue: Tongue, { first, second, trade, qualifier, at }: NameParts): Omit<OwnName, 'latin'> {
  if (tongue === 'vi')
    return { text: `${qualifier}${trade} ${first} ${second}`, core: `${qualifier}${first} ${second}` };
  if (tongue === 'id')
    return { text: `${qualifier}${first} ${second} ${trade}`, core: `${qualifier}${first} ${second}` };
  if (tongue !== 'en') return { text: `${qualifier}${first}${second}${trade}`, core: `${qualifier}${first}${second}` };
  const core = at % 5 === 3 ? `${first} & ${capital(second)}` : `${first}${second}`;
  return { text: `${qualifier}${core} ${trade}`, core: `${qualifier}${core}` };
}

/** A prime that divides none of the list lengths, so that its multiples visit every combination once. */
const step = 1_299_709;

function listsOf(tongue: Tongue) {
  const { first, second } = nameWords[tongue];
  const trades = tradesOf(tongue);
  return { first, second, trades, combinations: first.length * second.length * trades.length };
}

const tongues = Object.keys(nameWords) as Tongue[];
const lists = Object.fromEntries(tongues.map((tongue) => [tongue, listsOf(tongue)])) as Record<
  Tongue,
  ReturnType<typeof listsOf>
>;

/** How many companies of a language can have names of their own. */
export const maxNamed = (tongue: Tongue): number =>
  Math.floor((lists[tongue].combinations * qualifiers[tongue].length) / roles.length);

/** The name of the nth company of a language. It is equal to no other. */
export function ownName(tongue: Tongue, seed: number, nth: number, role: Role): OwnName {
  const { first, second, trades, combinations } = lists[tongue];
  const rank = nth * roles.length + roles.indexOf(role);
  const at = ((rank % combinations) * step + seed * 7919) % combinations;
  const head = first[at % first.length] as NameWord;
  const tail = second[Math.floor(at / first.length) % second.length] as NameWord;
  const trade = trades[Math.floor(at / first.length / second.length)] as string;
  const qualifier = qualifiers[tongue][Math.floor(rank / combinations)] as string;
  const parts = { first: head.word, second: tail.word, trade, qualifier, at };
  return { ...compose(tongue, parts), latin: head.latin + tail.latin };
}
