/**
 * The errors and irregularities of real company data, and their frequency: shares of the companies, or of the rows of a
 * source. What a company itself can be confused with is in `universe/company.ts`.
 */
export const rates = {
  companies: { inGleif: 0.04, inBothWebSets: 0.17, inPdlAlone: 0.13, inBigpictureAlone: 0.08 },
  gleif: {
    /** The local number has a typo, so that the check digits do not match. */
    wrongDigit: 0.01,
    /** The number belongs to another company. */
    strangersNumber: 0.005,
    noNumber: 0.05,
  },
  pdl: {
    /** Still has the name, state or domain from before a change. */
    stale: 0.7,
    typingError: 0.015,
    noWebsite: 0.34,
    noFounded: 0.63,
    noIndustry: 0.17,
    noCountry: 0.11,
    /** Of the rows with a country. */
    noRegion: 0.12,
    otherSlug: 0,
    withPath: 0.018,
  },
  bigpicture: {
    stale: 0.9,
    typingError: 0.015,
    noWebsite: 0.2,
    noFounded: 0.5,
    noIndustry: 0.1,
    noCountry: 0.03,
    noRegion: 0.15,
    otherSlug: 0.04,
    withPath: 0,
  },
} as const;

/** One unregistered business for so many companies; half of them are abroad. */
export const companiesPerUnregistered = 8;
/** One in so many has the name of a company: of the same state, or from abroad. */
export const namesakeEvery = { informal: 60, abroad: 15 } as const;

/** A reason why a match is missed or wrong, of a company or of one row. */
export type Trap =
  | 'namesake'
  | 'namesake elsewhere'
  | 'former name taken'
  | 're-used domain'
  | 'shared domain'
  | 'informal namesake'
  | 'namesake abroad'
  | 'no register'
  | 'trust'
  | 'trading name'
  | 'older business'
  | 'former name'
  | 'former state'
  | 'typing error'
  | 'no country'
  | 'no region'
  | 'other slug'
  | 'wrong number'
  | "stranger's number"
  | 'no number';
