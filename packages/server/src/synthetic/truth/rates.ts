/**
 * The errors and irregularities of real company data, and their frequency: shares of the companies, or of the rows of a
 * source. The frequencies in a measured dataset are in `docs/performance/matching.md`.
 */
export const rates = {
  companies: {
    cancelled: 0.2,
    renamed: 0.03,
    moved: 0.03,
    /** Known on the web by a trading name that the business register lists. */
    tradesAs: 0.05,
    inGleif: 0.04,
    inBothWebSets: 0.17,
    inPdlAlone: 0.13,
    inBigpictureAlone: 0.08,
  },
  /** The founding year that a company states, compared with the year of its registration. */
  founded: {
    aYearOff: 0.25,
    /** The business is older than the company, by up to forty years. */
    longBefore: 0.12,
  },
  gleif: {
    /** The local number has a typo, so that the check digits do not match. */
    wrongDigit: 0.01,
    /** The number belongs to another company. */
    strangersNumber: 0.005,
    noNumber: 0.05,
    /** Rows of funds, in addition to those of companies; the reader skips them. */
    funds: 0.08,
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

/** Pairs and groups are in blocks of this many companies, so that each can compute the others. */
export const blockSize = 250;

/** Pairs of companies in each block. */
export const pairsPerBlock = {
  /** The same name in the same state. */
  namesake: 3,
  /** The same name in another state. */
  'namesake elsewhere': 3,
  /** The first was renamed, and the second took its former name. */
  'former name taken': 1,
  /** The second uses a former domain of the first. */
  're-used domain': 1,
} as const;

/** Each block has one group of companies that share a domain. Its size cycles through these. */
export const groupSizes = [2, 3, 2, 5, 4, 10, 20] as const;

/** Unregistered companies per block, in addition to its companies. */
export const unregisteredPerBlock = { informal: 15, abroad: 15 } as const;

/** In every nth block, one informal company has the name of a company of the same state; the same for one abroad. */
export const namesakeEvery = { informal: 4, abroad: 1 } as const;

/** A reason why a match is missed or wrong, of a company or of one row. */
export type Trap =
  | keyof typeof pairsPerBlock
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
