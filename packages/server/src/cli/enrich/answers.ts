import type { MatchItem, MatchResult } from '@orgdex/contract';
import { type CompanyShape, valueAt } from '../../knowledge/profiles/enrichable-fields.ts';
import { parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import { parseCountryName } from '../../knowledge/sources/tables/values/country-name.ts';
import { type Api, type ApiOptions, ItemSender, openApi } from './api-client.ts';
import type { FoundPeople } from './writers.ts';

/** What a row gets from a match. */
export interface MatchAnswer {
  readonly status: MatchResult['status'];
  /** Why the item is invalid. */
  readonly reason?: string;
  readonly id: string | null;
  readonly score: number | null;
  /** The values of the chosen fields. */
  readonly values: readonly unknown[];
  /** The country of the matched company, if its people can be searched in it. */
  readonly country?: string;
}

/** A company, and the country in which its people are searched; undefined: the default country. */
export interface PeopleItem {
  readonly id: string;
  readonly country: string | undefined;
}

export interface Request {
  readonly fields: readonly string[];
  readonly shape: CompanyShape;
  readonly threshold: number | undefined;
  /** The country whose values profiles show. */
  readonly country: string | undefined;
  /** Titles to look for, and how many people per company; undefined: no people. */
  readonly people: { readonly positions: readonly string[]; readonly perCompany: number } | undefined;
}

/** Answers that were paid and are not yet written. */
export interface Paid {
  readonly matches: readonly (readonly [string, MatchAnswer])[];
  readonly people: readonly (readonly [string, FoundPeople])[];
}

export const nothingPaid: Paid = { matches: [], people: [] };

/** How many answers are remembered, so that equal rows are paid once. */
const maxRemembered = 50_000;

/** Keeps the newest answers. */
class Memory<T> {
  readonly #byKey = new Map<string, T>();

  get(key: string): T | undefined {
    return this.#byKey.get(key);
  }

  set(key: string, value: T): void {
    this.#byKey.set(key, value);
    const [oldest] = this.#byKey.size > maxRemembered ? this.#byKey.keys() : [];
    if (oldest !== undefined) this.#byKey.delete(oldest);
  }
}

const countryOf = (company: unknown): string | undefined => {
  const stated = valueAt(company, 'country') ?? valueAt(company, 'hq_country');
  return typeof stated === 'string' ? parseSupportedCountry(parseCountryName(stated) ?? '') : undefined;
};

function toAnswer({ status, candidates, problem }: MatchResult, fields: readonly string[]): MatchAnswer {
  const best = status === 'matched' ? candidates[0] : undefined;
  const country = countryOf(best?.company);
  return {
    status,
    ...(problem === null ? {} : { reason: problem.message }),
    id: best?.company.id ?? null,
    score: best?.score ?? null,
    values: fields.map((field) => valueAt(best?.company, field)),
    ...(country === undefined ? {} : { country }),
  };
}

export interface AnswersDeps {
  readonly api: ApiOptions;
  /** Called after each paid response, with its price and all answers that are not yet written. */
  readonly onPaid: (credits: number, paid: Paid) => void;
}

/** Answers of the service. Equal items are sent once. */
export class Answers {
  readonly #deps: AnswersDeps;
  readonly #request: Request;
  readonly #api: Api;
  readonly #sender: ItemSender;
  readonly #matches = new Memory<MatchAnswer>();
  readonly #people = new Memory<FoundPeople>();
  #paid: { matches: [string, MatchAnswer][]; people: [string, FoundPeople][] } = { matches: [], people: [] };

  /** @param paid answers that an interrupted run has paid and not written */
  constructor(deps: AnswersDeps, request: Request, paid: Paid) {
    this.#deps = deps;
    this.#request = request;
    this.#api = openApi(deps.api);
    this.#sender = new ItemSender(deps.api);
    for (const [key, answer] of paid.matches) this.#matches.set(key, answer);
    for (const [key, found] of paid.people) this.#people.set(key, found);
    this.#paid = { matches: paid.matches.map(([...one]) => one), people: paid.people.map(([...one]) => one) };
  }

  /** The answers so far are written. */
  written(): void {
    this.#paid = { matches: [], people: [] };
  }

  /** The answer for each item, in their order. */
  async match(items: readonly MatchItem[]): Promise<MatchAnswer[]> {
    const { fields, shape, threshold, country } = this.#request;
    const options = { return: shape, ...(threshold === undefined ? {} : { threshold }), ...(country && { country }) };
    return this.#askOnce(items, this.#matches, async (companies, keep) => {
      const question = { companies: [...companies], ...options };
      const { results, matched } = await this.#api((client) => client.companies.match(question));
      const answers = results.map((result) => toAnswer(result, fields));
      this.#paid.matches.push(...keep(answers));
      return matched;
    });
  }

  /** The people of each company, in their order. */
  async findPeople(companies: readonly PeopleItem[]): Promise<FoundPeople[]> {
    const { people } = this.#request;
    if (!people) return [];
    const found = new Map<PeopleItem, FoundPeople>();
    // A request is about one country.
    for (const [country, items] of Map.groupBy(companies, (one) => one.country)) {
      const options = { position: [...people.positions], per_company: people.perCompany };
      const answers = await this.#askOnce(items, this.#people, async (some, keep) => {
        const question = { companies: some.map(({ id }) => ({ id })), ...options, selected_country: country };
        const { results } = await this.#api((client) => client.companies.people(question));
        this.#paid.people.push(...keep(results.map((one) => ({ total: one.total, people: one.people }))));
        return results.filter((one) => one.people.length > 0).length;
      });
      items.forEach((item, at) => void found.set(item, answers[at] as FoundPeople));
    }
    return companies.map((item) => found.get(item) as FoundPeople);
  }

  /** Sends each item that has no answer yet once. `send` keeps the answers and returns their price. */
  async #askOnce<Item extends object, Answer>(
    items: readonly Item[],
    memory: Memory<Answer>,
    send: (some: readonly Item[], keep: (answers: readonly Answer[]) => [string, Answer][]) => Promise<number>,
  ): Promise<Answer[]> {
    const keys = items.map((item) => JSON.stringify(item));
    const found = new Map<string, Answer>();
    for (const key of keys) {
      const known = memory.get(key);
      if (known !== undefined) found.set(key, known);
    }
    const missing = [...new Set(keys)].filter((key) => !found.has(key)).map((key) => JSON.parse(key) as Item);
    await this.#sender.sendAll(missing, async (some) => {
      const credits = await send(some, (answers) =>
        answers.map((answer, at): [string, Answer] => {
          const key = JSON.stringify(some[at]);
          memory.set(key, answer);
          found.set(key, answer);
          return [key, answer];
        }),
      );
      if (credits > 0) this.#deps.onPaid(credits, this.#paid);
    });
    return keys.map((key) => found.get(key) as Answer);
  }
}
