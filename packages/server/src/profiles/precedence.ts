/** Kinds of source, and whom we believe. A smaller number wins. */
export const sourceClasses = {
  /** An operator's own file. */
  own: { precedence: 0, identityPrecedence: 1 },
  /** A national business register: first for identifiers, legal name and status. */
  register: { precedence: 1, identityPrecedence: 0 },
  gleif: { precedence: 2, identityPrecedence: 2 },
  wikidata: { precedence: 3, identityPrecedence: 3 },
  /** Sets derived from the web. */
  web: { precedence: 4, identityPrecedence: 4 },
} as const;

export type SourceClass = keyof typeof sourceClasses;
