import type { MatchBasis, MatchState, SourceFacts } from '../../../stores/postgres/matches/match-state.ts';
import { matchRulesHash } from './match-rules-hash.ts';
import type { MatchSources } from './to-group.ts';

/** What all verdicts depend on, in addition to the records and the decisions. */
export const basisOf = (sources: MatchSources): MatchBasis => ({
  rules: matchRulesHash(),
  sources: Object.fromEntries(
    [...sources].map(([id, { completeFor = null, ...facts }]): [string, SourceFacts] => [
      id.toString(),
      { ...facts, completeFor },
    ]),
  ),
});

const factNames = ['name', 'identityPrecedence', 'mayLink', 'completeFor'] as const;

/** The sources that matching now sees differently. A source that is new has no record that was compared. */
function changedSources(before: MatchBasis, now: MatchBasis): string[] {
  return Object.entries(before.sources).flatMap(([id, facts]) => {
    const known = now.sources[id];
    return known && factNames.every((fact) => known[fact] === facts[fact]) ? [] : [String(known?.name ?? facts.name)];
  });
}

/** Why everything must be compared again; undefined: only what changed. */
export function reasonForFull(before: MatchState | undefined, now: MatchBasis): string | undefined {
  if (!before) return 'first run';
  if (before.rules !== now.rules) return 'the rules for matching changed';
  const changed = changedSources(before, now);
  return changed.length > 0 ? `sources changed: ${changed.toSorted().join(', ')}` : undefined;
}
