/** What a reader needs to know of a stored company. */
interface Placed {
  readonly redirect?: string;
  readonly card?: { readonly countries: readonly string[] };
}

/** The company, unless it has neither its headquarters nor a record in one of the countries. A redirect is always followed. */
export function inCountries(company: unknown, countries: readonly string[]): unknown {
  const { redirect, card } = (company ?? {}) as Placed;
  return redirect !== undefined || card?.countries.some((one) => countries.includes(one)) ? company : undefined;
}

/** The same search, for companies in these countries. It does not change their order. */
export const searchInCountries = <Body extends object>(body: Body, countries: readonly string[]): Body => ({
  ...body,
  query: {
    bool: { must: [(body as { query?: object }).query ?? { match_all: {} }], filter: [{ terms: { countries } }] },
  },
});
