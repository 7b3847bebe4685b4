import { PeopleCompany } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { shorten } from '../../core/output/escape.ts';
import { type ChangeDeps, change, type Done } from './audited-change.ts';
import { changeMs, queryDatabase } from './query-database.ts';

/** A people search that an admin made in the console. */
export interface PeopleSearch {
  /** The id of the key. */
  readonly key: string;
  readonly operation: string;
  readonly requestId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const identifiers = Object.keys(PeopleCompany.properties);

/** The identifiers of one company of a batch, whose items are not validated yet. */
const identified = (item: unknown): object =>
  Object.fromEntries(
    Object.entries((item ?? {}) as object).filter(
      ([name, value]) => identifiers.includes(name) && typeof value === 'string',
    ),
  );

/** What was searched for, without what was found. */
function toEntry({ operation, requestId, body }: PeopleSearch): Done {
  const { companyId, companies, cursor, ...filters } = body;
  const batch = Array.isArray(companies) ? companies.map(identified) : undefined;
  const detail = { operation, request_id: requestId, ...filters, ...(batch && { companies: batch }) };
  return {
    action: 'people.search',
    subject: batch ? `companies:${batch.length}` : `company:${shorten(String(companyId))}`,
    // The database cannot store every character that a request can contain.
    detail: JSON.parse(JSON.stringify(detail), (_, value) => (typeof value === 'string' ? shorten(value) : value)),
  };
}

/** Adds the search to the audit log. Without an entry, there is no search. */
export async function recordPeopleSearch(
  deps: Pick<ChangeDeps, 'pool' | 'auditKey'>,
  search: PeopleSearch,
): Promise<void> {
  const asAdmin = { ...deps, actor: `key:${search.key}`, withinMs: changeMs };
  try {
    await queryDatabase(() => change(asAdmin, ({ record }) => record(toEntry(search))));
  } catch (cause) {
    const isForbidden = cause instanceof Failure && cause.code === 'server_not_permitted';
    if (isForbidden) throw cause;
    const message = 'The search cannot be added to the audit log right now, so no data was returned.';
    throw new Failure('usage_unavailable', { message, cause });
  }
}
