import { Random } from '../../sample-data/demo/random.ts';
import { networkLabels, sizes } from '../registers/population/network-words.ts';
import { written } from './kinds.ts';
import type { Page, Seat } from './page.ts';
import type { rates, Trap } from './rates.ts';
import type { KnownPopulation } from './relations.ts';

/** The error and omission rates of a web dataset. */
type Habits = Record<keyof typeof rates.pdl, number>;

/** The row of a web dataset about a page; an empty string is no value. */
export interface WebRow {
  slug: string;
  name: string;
  website: string;
  founded: string;
  size: string;
  industry: string;
  seat: Seat;
  traps: readonly Trap[];
}

const random = new Random();

const nowhere: Seat = { country: '', countryName: '', region: '', town: '' };

const capital = (word: string) => word.charAt(0) + word.slice(1).toLowerCase();
const inMixedCase = (name: string) => name.split(' ').map(capital).join(' ');

/** A typo in the first long word: a letter is missing, doubled or swapped with the next. */
function mistyped(name: string): string {
  const [word = name] = name.match(/[A-Za-z]{5,}/) ?? [];
  const at = 1 + random.below(word.length - 2);
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  const wrong = random.pick([
    before + next + after,
    before + letter + letter + next + after,
    before + next + letter + after,
  ]);
  return name.replace(word, wrong === word ? before + next + after : wrong);
}

/** Builds a row and collects its traps. */
class Row {
  readonly traps: Trap[];
  readonly #habits: Habits;

  constructor(traps: readonly Trap[], habits: Habits) {
    this.traps = [...traps];
    this.#habits = habits;
  }

  meets(habit: keyof Habits, trap: Trap): boolean {
    const met = random.chance(this.#habits[habit]);
    if (met) this.traps.push(trap);
    return met;
  }

  name({ ownName, former, kind }: Page): string {
    const own = former.ownName && this.meets('stale', 'former name') ? former.ownName : ownName;
    const plain = random.chance(0.4) ? own.replaceAll('&', 'AND') : own;
    const name = written(random, kind.onTheWeb, inMixedCase(plain));
    return this.meets('typingError', 'typing error') ? mistyped(name) : name;
  }

  seat({ seat, former }: Page): Seat {
    if (this.meets('noCountry', 'no country')) return nowhere;
    const row = former.seat && this.meets('stale', 'former state') ? former.seat : seat;
    return this.meets('noRegion', 'no region') ? { ...row, region: '', town: '' } : row;
  }

  website({ host, former }: Page): string {
    if (random.chance(this.#habits.noWebsite)) return '';
    const row = former.host && random.chance(this.#habits.stale) ? former.host : host;
    return random.chance(this.#habits.withPath) ? `${row}/home` : row;
  }

  founded({ founded, isOlder }: Page): string {
    if (random.chance(this.#habits.noFounded)) return '';
    if (isOlder) this.traps.push('older business');
    return String(founded);
  }
}

/** A page, and the entity and dataset that it belongs to. */
export interface Seen {
  population: KnownPopulation;
  who: number;
  page: Page;
}

/** The row about a page, with the errors of this dataset. */
export function webRowOf({ population, who, page }: Seen, habits: Habits & { draw: number }): WebRow {
  random.restart(population.seed, who, habits.draw);
  const row = new Row(page.traps, habits);
  return {
    slug: row.meets('otherSlug', 'other slug') ? `${page.slug}-au` : page.slug,
    name: row.name(page),
    website: row.website(page),
    founded: row.founded(page),
    size: random.pick(sizes),
    industry: random.chance(habits.noIndustry) ? '' : random.pick(networkLabels),
    seat: row.seat(page),
    traps: row.traps,
  };
}
