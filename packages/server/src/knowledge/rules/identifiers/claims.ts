import { weakSchemes } from './identifier.ts';

/**
 * An identifier that a record claims: `<scheme>:<value>`. A leading `~` marks a number derived from another one (the ACN
 * inside an ABN). Manual decisions and matches by name and location are claims too: `join:<id>`, `split:<id>:<side>` and
 * `match:<id>`.
 */

const impliedMark = '~';
const weak: ReadonlySet<string> = new Set(weakSchemes);

export const schemeOf = (claim: string): string => claim.slice(0, claim.indexOf(':'));

export const isImplied = (claim: string): boolean => claim.startsWith(impliedMark);
/** The claimed identifier, stated or implied. */
export const identifierOf = (claim: string): string => (isImplied(claim) ? claim.slice(1) : claim);
export const isWeakIdentifier = (claim: string): boolean => weak.has(schemeOf(claim));
export const isNetworkSlug = (claim: string): boolean => schemeOf(claim) === 'network';
export const isSplit = (claim: string): boolean => schemeOf(claim) === 'split';
export const isJoin = (claim: string): boolean => schemeOf(claim) === 'join';
export const isDecision = (claim: string): boolean => isJoin(claim) || isSplit(claim);

/** The claim of a manual decision, and the decision id in such a claim. Each side of a split has its own claim. */
export const decisionClaim = (kind: 'join' | 'split', id: number, side: number): string =>
  kind === 'join' ? `join:${id}` : `split:${id}:${side + 1}`;
export const decisionIdOf = (claim: string): string | undefined =>
  isDecision(claim) ? claim.split(':')[1] : undefined;

/** A company has at most one number of each register. A decision is a register of its own. */
export const registerOf = (claim: string): string =>
  isDecision(claim) ? `${schemeOf(claim)}:${decisionIdOf(claim)}` : schemeOf(claim);

/** The claim of a match, and the match id in such a claim. */
export const matchClaim = (id: number): string => `match:${id}`;
export const isMatch = (claim: string): boolean => schemeOf(claim) === 'match';
export const matchIdOf = (claim: string): number | undefined =>
  isMatch(claim) ? Number(claim.slice('match:'.length)) : undefined;

/** A register number that the record itself states. */
export const isRegisterNumber = (claim: string): boolean =>
  !isImplied(claim) && !isWeakIdentifier(claim) && !isDecision(claim) && !isMatch(claim);

/** The identifiers that a lookup accepts; only these are published. */
export const publishedSchemes = ['abn', 'fqdn', 'network'] as const;

/** The same rules as SQL expressions, for the queries of the database. Each argument is an expression, too. */
export const claimSql = {
  identifierOf: (claim: string): string => `ltrim(${claim}, '${impliedMark}')`,
  /** One row for each claim of an array: the claimed identifier, stated or implied. */
  identifiersOf: (claims: string): string => claimSql.identifierOf(`unnest(${claims})`),
  schemeOf: (identifier: string): string => `split_part(${identifier}, ':', 1)`,
  isMatch: (claim: string): string => `${claimSql.schemeOf(claim)} = 'match'`,
  /** Manual decisions and matches are claims too, but they are not used for lookups. */
  isLookup: (identifier: string): string => `${claimSql.schemeOf(identifier)} NOT IN ('join', 'split', 'match')`,
};
