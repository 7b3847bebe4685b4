import type { PersonRecord } from '@orgdex/contract';
import type { LegalForm } from './countries.ts';
import type { Industry } from './industries.ts';
import { type NameWord, nameWords, type Tongue } from './name-words.ts';
import type { Random } from './random.ts';

export interface CompanyName {
  /** With the legal form: 'Saltmere Logistics Pte. Ltd.' */
  full: string;
  /** Without the legal form: 'Saltmere Logistics'. */
  short: string;
  /** The distinctive part of the name in lowercase Latin letters, for host names and slugs: 'saltmere'. */
  latin: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

type Compose = (first: string, second: string, trade: string) => string;

const joined: Compose = (first, second, trade) => first + second + trade;

/** How each language combines the distinctive words and the industry word. */
const composed: Record<Tongue, Compose> = {
  en: (first, second, trade) => `${first}${second} ${trade}`,
  ja: joined,
  ko: joined,
  th: joined,
  zh: joined,
  vi: (first, second, trade) => `${trade} ${first} ${second}`,
  id: (first, second, trade) => `${first} ${second} ${trade}`,
};

const withAmpersand: Compose = (first, second, trade) => `${first} & ${capital(second)} ${trade}`;

/** A company name in the style of the country, with a word of the industry. */
export function nameOf(random: Random, form: LegalForm, industry: Industry): CompanyName {
  const { tongue, before, after } = form;
  const words = nameWords[tongue];
  const first: NameWord = random.pick(words.first);
  const second: NameWord = random.pick(words.second);
  const trade = tongue === 'en' ? random.pick(industry.trades) : industry.native[tongue];
  const compose = tongue === 'en' && random.chance(0.2) ? withAmpersand : composed[tongue];
  const short = compose(first.word, second.word, trade);
  return { full: before + short + after, short, latin: first.latin + second.latin };
}

/** Limits the slugs kept for a large company. */
const maxWaiting = 1000;

/**
 * People who appear more than once with the same slug: about one in a hundred has a second job at a later company, and
 * one in two hundred appears twice in the same company.
 */
export class SharedSlugs {
  #waiting: { slug: string; company: number }[] = [];
  #company = -1;
  #before: string | undefined;

  /** Gives the record the slug of an earlier person, or keeps its slug for a later one, or, in most cases, neither. */
  share(random: Random, record: PersonRecord, company: number): void {
    if (company !== this.#company) this.#before = undefined;
    this.#company = company;
    const fate = random.fraction();
    if (fate < 0.05) this.#takeSecondJob(record);
    else if (fate < 0.056 && this.#before) record.network = this.#before;
    else if (fate > 0.986) this.#seekSecondJob(record);
    this.#before = record.network;
  }

  #takeSecondJob(record: PersonRecord): void {
    const first = this.#waiting[0];
    if (!first || first.company === this.#company) return;
    record.network = first.slug;
    this.#waiting.shift();
  }

  #seekSecondJob({ network: slug }: PersonRecord): void {
    if (slug && this.#waiting.length < maxWaiting) this.#waiting.push({ slug, company: this.#company });
  }
}
