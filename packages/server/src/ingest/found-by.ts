import { identifierOf, isDecision, isImplied, isMatch } from '../rules/claim.ts';
import { bySourceAndKey } from './record-order.ts';

/** A record, as far as it matters whom its identifiers find. */
export interface Bearer {
  claims: readonly string[];
  source: string;
  /** Of its source, for identity: smaller is better. */
  precedence: number;
  key: string;
  /** The source no longer has it. */
  removed: boolean;
}

interface Finding {
  bearer: Bearer;
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

/**
 * Which company each identifier finds, where several may claim it. Nobody is looked up by a decision or a match.
 * @param companyOf of each bearer; undefined: it counts for nothing
 */
export function foundBy(bearers: readonly Bearer[], companyOf: readonly (string | undefined)[]): Map<string, string> {
  const best = new Map<string, Finding>();
  bearers.forEach((bearer, index) => {
    const company = companyOf[index];
    if (company === undefined) return;
    for (const claim of bearer.claims) {
      if (isDecision(claim) || isMatch(claim)) continue;
      const identifier = identifierOf(claim);
      const found = { bearer, company, implied: isImplied(claim) };
      const other = best.get(identifier);
      if (!other || compare(found, other) < 0) best.set(identifier, found);
    }
  });
  return new Map([...best].map(([identifier, { company }]) => [identifier, company]));
}
