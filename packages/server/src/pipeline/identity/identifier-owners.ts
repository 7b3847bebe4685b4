import { identifierOf, isDecision, isImplied, isMatch } from '../../knowledge/rules/identifiers/claims.ts';
import { bySourceAndKey } from './assign-ids.ts';

/** A record with the fields that decide which company its identifiers find. */
export interface IdentifierClaimant {
  claims: readonly string[];
  source: string;
  /** Identity precedence of its source: smaller wins. */
  precedence: number;
  key: string;
  /** The source no longer contains it. */
  removed: boolean;
}

interface Finding {
  bearer: IdentifierClaimant;
  company: string;
  /** The number is derived from another one. */
  implied: boolean;
}

/** Living records first, then records that state the number, then higher precedence, then source and key. */
const compare = (a: Finding, b: Finding): number =>
  Number(a.bearer.removed) - Number(b.bearer.removed) ||
  Number(a.implied) - Number(b.implied) ||
  a.bearer.precedence - b.bearer.precedence ||
  bySourceAndKey(a.bearer, b.bearer);

/** The company that a lookup of an identifier returns. */
export interface Found {
  company: string;
  /** How many companies claim the identifier. A removed record counts only if no living record claims it. */
  claimants: number;
}

/** Counts the companies with living records, or with removed ones if the best record is removed. */
function countClaimants(findings: readonly Finding[], best: Finding): number {
  const counted = findings.filter(({ bearer }) => bearer.removed === best.bearer.removed);
  return new Set(counted.map(({ company }) => company)).size;
}

function toFound(findings: readonly Finding[]): Found {
  const best = findings.reduce((one, other) => (compare(other, one) < 0 ? other : one));
  return { company: best.company, claimants: countClaimants(findings, best) };
}

/**
 * Decides which company each identifier finds if several claim it. Lookups ignore manual decisions and matches.
 * @param companyOf the company of each bearer; undefined: the record does not count
 */
export function ownersOf(
  bearers: readonly IdentifierClaimant[],
  companyOf: readonly (string | undefined)[],
): Map<string, Found> {
  const findings = new Map<string, Finding[]>();
  bearers.forEach((bearer, index) => {
    const company = companyOf[index];
    if (company === undefined) return;
    for (const claim of bearer.claims) {
      if (isDecision(claim) || isMatch(claim)) continue;
      const identifier = identifierOf(claim);
      const finding = { bearer, company, implied: isImplied(claim) };
      const others = findings.get(identifier);
      if (others) others.push(finding);
      else findings.set(identifier, [finding]);
    }
  });
  return new Map([...findings].map(([identifier, all]) => [identifier, toFound(all)]));
}
