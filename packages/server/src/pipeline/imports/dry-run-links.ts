import type { Progress } from '../../core/output/progress.ts';
import type { Secret } from '../../core/settings/secret.ts';
import type { TrialLink, TrialLinks } from '../../knowledge/sources/tables/describe-links.ts';
import { type DescriptionLink, readCompanyNames } from '../../stores/postgres/imports/described-companies.ts';
import { findSourceId } from '../../stores/postgres/imports/runs.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import {
  type DescribedCompany,
  inSource,
  isDescription,
  parseDescription,
} from '../identity/described/described-company.ts';
import { isNameIndexComplete, scanNames } from '../identity/described/name-index.ts';
import { indexedNames, type NameLocator, resolveDescribed } from '../identity/described/resolve-described.ts';

/** The database that a dry run reads, and the source that the file would be imported as. */
export interface LinkDatabase {
  pool: Pool;
  secret: Secret;
  progress: Progress;
  source: string;
}

/** More different companies are not looked up: they would be held in memory. */
const maxCompanies = 100_000;

const wayOf = ({ domain, nameHash }: DescribedCompany): string =>
  [...(domain === undefined ? [] : ['email domain']), ...(nameHash === undefined ? [] : ['account name'])].join(
    ', then ',
  );

/** Collects what the rows of a file say about companies that they do not identify. */
export class DescribedRows {
  readonly #rows = new Map<string, number>();
  #unchecked = 0;
  readonly #samples: (string | undefined)[] = [];

  add(companyRef: string, isSample: boolean): void {
    const described = isDescription(companyRef) ? companyRef : undefined;
    if (isSample) this.#samples.push(described);
    if (described === undefined) return;
    const known = this.#rows.get(described);
    if (known === undefined && this.#rows.size >= maxCompanies) this.#unchecked += 1;
    else this.#rows.set(described, (known ?? 0) + 1);
  }

  /** What the rows say, and with a database also what that finds. */
  async link(openPool: OpenDatabase | undefined): Promise<TrialLinks | undefined> {
    if (this.#rows.size === 0) return undefined;
    const samples = this.#samples.map((ref) =>
      ref === undefined ? undefined : { by: wayOf(parseDescription(inSource(ref, 0))) },
    );
    if (!openPool) return { unchecked: this.#unchecked, samples };
    return openPool((database) => this.#find(database, samples));
  }

  async #find(database: LinkDatabase, described: readonly (TrialLink | undefined)[]): Promise<TrialLinks> {
    const links = await findCompanies(database, [...this.#rows.keys()]);
    const rows: NonNullable<TrialLinks['rows']> = {};
    for (const [ref, count] of this.#rows) {
      const way = links.get(ref)?.way ?? 'none';
      rows[way] = (rows[way] ?? 0) + count;
    }
    const shown = this.#samples.map((ref) => (ref === undefined ? undefined : links.get(ref)));
    const names = await readCompanyNames(
      database.pool,
      shown.flatMap((link) => link?.company ?? []),
    );
    const samples = described.map((sample, at) => sample && { ...sample, ...showLink(shown[at], names) });
    return { rows, unchecked: this.#unchecked, samples };
  }
}

/** Opens the database only if a file needs it. */
export type OpenDatabase = <T>(work: (database: LinkDatabase) => Promise<T>) => Promise<T>;

function showLink(link: DescriptionLink | undefined, names: ReadonlyMap<string, string>) {
  const id = link?.company;
  return { way: link?.way ?? ('none' as const), company: id ? { id, name: names.get(id) ?? null } : undefined };
}

async function namesFor({ pool, ...deps }: LinkDatabase, wanted: ReadonlySet<string>): Promise<NameLocator> {
  return (await isNameIndexComplete(pool)) || wanted.size === 0
    ? indexedNames(pool)
    : scanNames({ pool, ...deps }, wanted);
}

/** The company of each description, as an import would find it now. */
async function findCompanies(
  database: LinkDatabase,
  refs: readonly string[],
): Promise<ReadonlyMap<string, DescriptionLink>> {
  const { pool, secret, source } = database;
  // A source without a number has no companies yet.
  const sourceId = (await findSourceId(pool, source)) ?? 0;
  const descriptions = refs.map((ref) => parseDescription(inSource(ref, sourceId)));
  const names = await namesFor(database, new Set(descriptions.flatMap(({ nameHash }) => nameHash ?? [])));
  const links = await resolveDescribed({ database: pool, secret, names }, descriptions);
  const found = new Map(links.map((link) => [link.ref, link]));
  return new Map(
    refs.flatMap((ref) => {
      const link = found.get(inSource(ref, sourceId));
      return link ? [[ref, link] as const] : [];
    }),
  );
}
