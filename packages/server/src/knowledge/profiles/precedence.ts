/** The classes of sources, and whose value wins: a smaller number comes first. */
export const sourceClasses = {
  /** An operator's own file. */
  own: { precedence: 0, identityPrecedence: 1 },
  /** A national business register: first for identifiers, legal name and status. */
  register: { precedence: 1, identityPrecedence: 0 },
  gleif: { precedence: 2, identityPrecedence: 2 },
  wikidata: { precedence: 3, identityPrecedence: 3 },
  /** Datasets derived from the web. */
  web: { precedence: 4, identityPrecedence: 4 },
} as const;

export type SourceClass = keyof typeof sourceClasses;
