import { identifierOf, isDecision, isImplied, isMatch } from './claims.ts';
import { bySourceAndKey } from './record-order.ts';

/** A record, as far as it matters whom its identifiers find. */
export interface IdentifierClaimant {
  claims: readonly string[];
  source: string;
  /** Of its source, for identity: smaller is better. */
  precedence: number;
  key: string;
  /** The source no longer has it. */
  removed: boolean;
}

interface Finding {
  bearer: IdentifierClaimant;
  company: string;
  /** The number only follows from another one. */
  implied: boolean;
}

/** Who lives, then who states it, then the source of highest precedence, then the first by source and key. */
const compare = (a: Finding, b: Finding): number =>
  Number(a.bearer.removed) - Number(b.bearer.removed) ||
  Number(a.implied) - Number(b.implied) ||
  a.bearer.precedence - b.bearer.precedence ||
  bySourceAndKey(a.bearer, b.bearer);

/** The company that an identifier finds. */
export interface Found {
  company: string;
  /** How many companies claim the identifier. A removed record counts only where no living one claims it. */
  claimants: number;
}

/** Counts the companies of the records that are as alive as the best one. */
function countClaimants(findings: readonly Finding[], best: Finding): number {
  const counted = findings.filter(({ bearer }) => bearer.removed === best.bearer.removed);
  return new Set(counted.map(({ company }) => company)).size;
}

function toFound(findings: readonly Finding[]): Found {
  const best = findings.reduce((one, other) => (compare(other, one) < 0 ? other : one));
  return { company: best.company, claimants: countClaimants(findings, best) };
}

/**
 * Which company each identifier finds, where several may claim it. Lookups ignore decisions and matches.
 * @param companyOf of each bearer; undefined: it counts for nothing
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
