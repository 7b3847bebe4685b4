import type { PersonRecord } from '@orgdex/contract';
import type { Random } from './random.ts';

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
