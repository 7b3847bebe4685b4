import type { NamedRecord, StagedGroup, StagedName } from '../ledger/match-stage.ts';
import { isNumber, isReach, isSplit } from '../rules/claim.ts';
import { nameKey, nameSkeleton } from '../rules/name-key.ts';
import type { Found } from './score.ts';

/** A source as far as a match cares. */
export interface MatchSource {
  name: string;
  identityPrecedence: number;
  mayLink: boolean;
}
export type MatchSources = ReadonlyMap<number, MatchSource>;

/** By their number in the stage: the better a name is, the smaller. */
export const nameKinds: readonly Found<'name'>[] = ['equal', 'trading', 'former', 'similar'];
export const similarKind = nameKinds.indexOf('similar');

/** One city each: the country is the region. */
const cityStates = new Set(['SG', 'HK']);

/** A skeleton of fewer letters fits too many names. */
const shortestSkeleton = 6;

const unique = <T extends string | number>(items: readonly T[]): T[] =>
  [...new Set(items)].sort((a, b) => (a < b ? -1 : 1));

function regionsIn(country: string, records: readonly NamedRecord[]): string[] {
  if (cityStates.has(country)) return [country];
  return unique(records.flatMap(({ states }) => states ?? []).filter((region) => region.startsWith(`${country}-`)));
}

const skeletonOf = (country: string, key: string): string | null => {
  const skeleton = nameSkeleton(key);
  return skeleton.length >= shortestSkeleton ? `${country} ${skeleton}` : null;
};

/** A record's names, best first. */
const namesOf = ({ name, trading_names, former_names }: NamedRecord): string[][] => [
  name === null ? [] : [name],
  trading_names ?? [],
  former_names ?? [],
];

/** A record's names as they are compared, each with its kind. */
function* keysOf(country: string, record: NamedRecord): Generator<{ kind: number; key: string }> {
  for (const [kind, names] of namesOf(record).entries()) {
    for (const name of names) {
      const key = nameKey(country, name);
      if (key !== undefined) yield { kind, key };
    }
  }
}

/** Each name of a group once, at its best. */
function namesIn(records: readonly NamedRecord[], sources: MatchSources): StagedName[] {
  const found = new Map<string, StagedName>();
  for (const [country, own] of Map.groupBy(records, ({ country }) => country)) {
    if (country === null) continue;
    const regions = regionsIn(country, records);
    for (const record of own) {
      const may_link = sources.get(record.source_id)?.mayLink ?? false;
      for (const { kind, key } of keysOf(country, record)) {
        const name = `${country} ${key}`;
        const skeleton = kind === 0 ? skeletonOf(country, key) : null;
        const staged = found.get(name) ?? { name, kind, may_link, regions, skeleton };
        staged.kind = Math.min(staged.kind, kind);
        staged.may_link ||= may_link;
        staged.skeleton ??= skeleton;
        found.set(name, staged);
      }
    }
  }
  return [...found.values()];
}

/** The record that stands for a group: of highest precedence for identity, then the first by source and key. */
function representative(records: readonly NamedRecord[], sources: MatchSources): NamedRecord {
  const rank = ({ source_id, key }: NamedRecord) => {
    const { identityPrecedence = 9, name = '' } = sources.get(source_id) ?? {};
    return `${identityPrecedence} ${name} ${key}`;
  };
  return records.reduce((best, record) => (rank(record) < rank(best) ? record : best));
}

/** Records that share identifiers, as one; undefined: nothing that can be compared is known of them. */
export function toGroup(
  grp: number,
  records: readonly [NamedRecord, ...NamedRecord[]],
  sources: MatchSources,
): { group: StagedGroup; names: StagedName[] } | undefined {
  const names = namesIn(records, sources);
  if (names.length === 0) return undefined;
  const numbered = records.filter(({ claims }) => claims.some(isNumber));
  const { source_id, key } = representative(numbered.length > 0 ? numbered : records, sources);
  const reach = records.flatMap(({ claims }) => claims.filter((claim) => isReach(claim) || isSplit(claim)));
  const group = {
    ...{ grp, base: records[0].base, source_id, key },
    numbered: numbered.length > 0,
    named: records.some(({ name }) => name !== null),
    sources: unique(records.map((record) => record.source_id)),
    reach: unique(reach),
    years: unique(records.flatMap(({ year_founded }) => (year_founded === null ? [] : [year_founded]))),
  };
  return { group, names };
}
