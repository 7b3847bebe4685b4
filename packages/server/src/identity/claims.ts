import { weakSchemes } from '../rules/identifiers/identifier.ts';

/**
 * An identifier that a record claims: `<scheme>:<value>`. A leading `~` marks a number derived from another one (the ACN
 * inside an ABN). `join.<n>:…` and `split.<n>:…` are manual decisions, `match.<n>:…` is a match by name and location.
 */

const reachSchemes: ReadonlySet<string> = new Set(weakSchemes);

export const schemeOf = (claim: string): string => claim.slice(0, claim.indexOf(':'));

export const isImplied = (claim: string): boolean => claim.startsWith('~');
/** The claimed identifier, stated or implied. */
export const identifierOf = (claim: string): string => (isImplied(claim) ? claim.slice(1) : claim);
export const isWeakIdentifier = (claim: string): boolean => reachSchemes.has(schemeOf(claim));
export const isNetworkSlug = (claim: string): boolean => schemeOf(claim) === 'network';
export const isSplit = (claim: string): boolean => claim.startsWith('split.');
export const isDecision = (claim: string): boolean => claim.startsWith('join.') || isSplit(claim);

/** The claim of a match, and the match id in such a claim. */
export const matchClaim = (id: number): string => `match.${id}:both`;
export const isMatch = (claim: string): boolean => claim.startsWith('match.');
export const matchIdOf = (claim: string): number | undefined =>
  isMatch(claim) ? Number(schemeOf(claim).slice('match.'.length)) : undefined;

/** A register number that the record itself states. */
export const isRegisterNumber = (claim: string): boolean =>
  !isImplied(claim) && !isWeakIdentifier(claim) && !isDecision(claim) && !isMatch(claim);

/** The identifiers that a lookup accepts; only these are published. */
export const publishedSchemes = ['abn', 'fqdn', 'network'] as const;
