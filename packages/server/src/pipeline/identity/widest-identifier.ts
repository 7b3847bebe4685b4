import { identifierOf, isDecision, isMatch } from '../../knowledge/rules/identifiers/claims.ts';
import type { Claimant } from './same-company.ts';

/** An identifier and the number of records that claim it. */
export interface WideIdentifier {
  identifier: string;
  records: number;
}

/** From here on, operators see it: all records that claim an identifier are resolved together, in memory. */
export const wideRecords = 1000;

/** The one that more records claim; of two that are equally wide, the first in order, so that the order of batches does not matter. */
export function widerOf(
  one: WideIdentifier | undefined,
  other: WideIdentifier | undefined,
): WideIdentifier | undefined {
  if (!one || !other) return one ?? other;
  if (one.records !== other.records) return one.records > other.records ? one : other;
  return one.identifier <= other.identifier ? one : other;
}

/** The identifier that the most records claim, and at least two; manual decisions and matches are no identifiers. */
export function widestIdentifier(records: readonly Claimant[]): WideIdentifier | undefined {
  const counts = new Map<string, number>();
  for (const { claims } of records) {
    for (const claim of claims) {
      if (isDecision(claim) || isMatch(claim)) continue;
      const identifier = identifierOf(claim);
      counts.set(identifier, (counts.get(identifier) ?? 0) + 1);
    }
  }
  let widest: WideIdentifier | undefined;
  for (const [identifier, count] of counts) {
    if (count > 1) widest = widerOf(widest, { identifier, records: count });
  }
  return widest;
}
