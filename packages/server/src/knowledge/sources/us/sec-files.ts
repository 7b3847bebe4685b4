import { type Format, manyParts, type Placed } from '../formats/format.ts';
import { jsonItems } from '../formats/json-items.ts';
import { listOf, memberOf, textOf } from '../parsing/json-value.ts';
import { Reject } from '../row-outcome.ts';

/** A company whose shares have a ticker. */
interface Listing {
  kind: 'listing';
  cik: string;
  name: string;
}

/** Everything that EDGAR has on one filer. */
interface Filer {
  kind: 'filer';
  filer: unknown;
}

export type SecRow = Listing | Filer;

/** Most of a filer's document is its list of filings: thousands for a bank that issues notes every day. */
const longestMib = 8;

const documents = jsonItems({ longestMib });

/** A company with several tickers has the first name. */
function toListings(entries: readonly Omit<Listing, 'kind'>[]): SecRow[] {
  const byCik = new Map<string, SecRow>();
  for (const { cik, name } of entries) if (!byCik.has(cik)) byCik.set(cik, { kind: 'listing', cik, name });
  return [...byCik.values()];
}

/** `company_tickers_exchange.json`: the names of the columns, then rows. */
function listingsOfTable(document: unknown): SecRow[] {
  const columns = listOf(document, 'fields');
  const [cik, name] = [columns.indexOf('cik'), columns.indexOf('name')].map(String) as [string, string];
  return toListings(listOf(document, 'data').map((row) => ({ cik: textOf(row, cik), name: textOf(row, name) })));
}

/** `company_tickers.json`: an object for each ticker, by its number in the list. */
const listingsOfObject = (document: object): SecRow[] =>
  toListings(Object.values(document).map((entry) => ({ cik: textOf(entry, 'cik_str'), name: textOf(entry, 'title') })));

function rowsOf(document: object): SecRow[] {
  if (Array.isArray(memberOf(document, 'fields'))) return listingsOfTable(document);
  if (memberOf(document, '0', 'cik_str') !== undefined) return listingsOfObject(document);
  return [{ kind: 'filer', filer: document }];
}

const spread = (placed: readonly Placed<unknown>[]) =>
  placed.flatMap(({ line, row }): Placed<SecRow>[] =>
    row instanceof Reject ? [{ line, row }] : rowsOf(row as object).map((each) => ({ line, row: each })),
  );

/** The files of the SEC about companies: two lists of tickers, and a document for each filer. */
export const secFiles: Format<SecRow> = {
  // Files such as CIK…-submissions-001.json contain only older filings.
  parts: /(?:^|\/)(?:CIK\d{10}|company_tickers(?:_exchange)?)\.json$/i,
  maxParts: manyParts,
  open() {
    const reader = documents.open();
    return { take: (bytes) => spread(reader.take(bytes)), end: () => spread(reader.end()) };
  },
};
