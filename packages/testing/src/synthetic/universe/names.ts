import { industries } from '../../../../server/src/sample-data/demo/industries.ts';
import { type NameWord, nameWords, type Tongue } from '../../../../server/src/sample-data/demo/name-words.ts';

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
  readonly text: string;
  /** Without the word of the trade. */
  readonly core: string;
  /** For domains. */
  readonly latin: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface NameParts {
  readonly first: string;
  readonly second: string;
  readonly trade: string;
  readonly qualifier: string;
  /** Its number among the combinations: some have an ampersand. */
  readonly at: number;
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

const lists = Object.fromEntries(
  (Object.keys(nameWords) as Tongue[]).map((tongue) => [tongue, listsOf(tongue)]),
) as Record<Tongue, ReturnType<typeof listsOf>>;

/**
 * The name of the nth company of a language, equal to no other: new combinations of things, plants and trades, of which to our
 * knowledge none is the name of a real company. When all combinations are used, a number is added.
 */
export function ownName(tongue: Tongue, seed: number, nth: number, role: Role): OwnName {
  const { first, second, trades, combinations } = lists[tongue];
  const own = qualifiers[tongue];
  const rank = nth * roles.length + roles.indexOf(role);
  const at = ((rank % combinations) * step + seed * 7919) % combinations;
  const round = Math.floor(rank / combinations);
  const head = first[at % first.length] as NameWord;
  const tail = second[Math.floor(at / first.length) % second.length] as NameWord;
  const trade = trades[Math.floor(at / first.length / second.length)] as string;
  const qualifier = own[round % own.length] as string;
  const { text, core } = compose(tongue, { first: head.word, second: tail.word, trade, qualifier, at });
  const number = round < own.length ? '' : ` ${Math.floor(round / own.length) + 1}`;
  return { text: text + number, core: core + number, latin: head.latin + tail.latin };
}
