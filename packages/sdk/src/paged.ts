import type { Reply } from './attempt.ts';
import { maxPageSize } from './generated/limits.ts';

/** How to read the pages of a list. */
export interface PageSource<Item, Page> {
  /** @param size how many items to ask for if the request does not say it; undefined: the default of the service */
  read(cursor: string | undefined, size: number | undefined): Promise<Reply<Page>>;
  itemsOf(page: Page): readonly Item[];
  cursorOf(page: Page): string | undefined;
}

/**
 * The results of a search. Nothing is sent before they are read, and each loop starts at the beginning.
 *
 * @example
 * for await (const company of client.companies.search({ q: 'kestrel' })) console.log(company.name);
 */
export class Paged<Item, Page> implements AsyncIterable<Item> {
  readonly #source: PageSource<Item, Page>;

  constructor(source: PageSource<Item, Page>) {
    this.#source = source;
  }

  /** All items, page by page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#source.itemsOf(page);
  }

  /**
   * The pages, with totals and counts. If the request has no `size`, they are as large as possible.
   *
   * @example
   * for await (const { total, companies } of client.companies.search({ q: 'kestrel' }).pages()) …
   */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let cursor: string | undefined;
    do {
      // A page costs a credit whatever its size, so to read all items, the largest is the cheapest.
      const { data } = await this.#source.read(cursor, maxPageSize);
      yield data;
      cursor = this.#source.cursorOf(data);
    } while (cursor !== undefined);
  }

  /**
   * The first page only. Its size is that of the request, or the default of the service.
   *
   * @example
   * const { total, facets } = await client.companies.search({ q: 'kestrel', facets: ['country'] }).page();
   */
  async page(): Promise<Page> {
    return (await this.withResponse()).data;
  }

  /**
   * The first item, or undefined if there is none.
   *
   * @example
   * const best = await client.companies.search({ q: 'kestrel' }).first();
   */
  async first(): Promise<Item | undefined> {
    const { data } = await this.#source.read(undefined, 1);
    return this.#source.itemsOf(data)[0];
  }

  /**
   * The first page, and the headers of its response.
   *
   * @example
   * const { data, response } = await client.people.search({ companyId: 'sandbox-kestrel' }).withResponse();
   * console.log(data.total, response.headers.get('x-credits-remaining'));
   */
  withResponse(): Promise<Reply<Page>> {
    return this.#source.read(undefined, undefined);
  }
}
