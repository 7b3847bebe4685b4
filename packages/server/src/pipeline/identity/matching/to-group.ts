import { supportedCountries } from '@orgdex/contract';
import { isRegisterNumber, isSplit, isWeakIdentifier, schemeOf } from '../../../knowledge/rules/identifiers/claims.ts';
import { countryOfScheme } from '../../../knowledge/rules/identifiers/identifier.ts';
import { nameSkeleton, type ReadName, readName } from '../../../knowledge/rules/names/name-key.ts';
import {
  fullWeight,
  type GroupName,
  type IndexedGroup,
  type NamedRecord,
} from '../../../stores/postgres/matches/match-groups.ts';
import type { Parts } from './match-score.ts';

/** What matching needs to know about a source. */
export interface MatchSource {
  name: string;
  identityPrecedence: number;
  mayLink: boolean;
  /** The country of which it is a complete register. */
  completeFor: string | undefined;
}
export type MatchSources = ReadonlyMap<number, MatchSource>;

/** By their number in the database: a smaller number is a better kind of name. */
export const nameKinds: readonly Parts['name'][] = ['equal', 'trading', 'former', 'similar'];
export const similarKind = nameKinds.indexOf('similar');

/** In a city state, the country is the region. */
const cityStates = new Set(['SG', 'HK']);

/** A shorter skeleton is common to too many names. */
const shortestSkeleton = 6;

const unique = <T extends string | number>(items: readonly T[]): T[] =>
  [...new Set(items)].sort((a, b) => (a < b ? -1 : 1));

/** The countries of its records and of its register numbers. */
function countriesOf(records: readonly NamedRecord[]): string[] {
  const named = records.map(({ country }) => country);
  const numbering = records.flatMap(({ claims }) => claims.map((claim) => countryOfScheme(schemeOf(claim))));
  return unique([...named, ...numbering].filter((country) => typeof country === 'string'));
}

type Place = Pick<GroupName, 'regions' | 'seats' | 'weight'>;
const nowhere: Place = { regions: [], seats: [], weight: 1 };

/** A record with several regions lists where a company operates: any of them may be its seat. */
function placeIn(country: string, records: readonly NamedRecord[]): Place {
  if (cityStates.has(country)) return { regions: [country], seats: [country], weight: fullWeight };
  const listed = records.map(({ states }) => (states ?? []).filter((region) => region.startsWith(`${country}-`)));
  const seats = unique(listed.filter(({ length }) => length === 1).flat());
  return { regions: unique(listed.flat()), seats, weight: fullWeight };
}

const skeletonOf = (country: string, key: string): string | null => {
  const skeleton = nameSkeleton(key);
  return skeleton.length >= shortestSkeleton ? `${country} ${skeleton}` : null;
};

/** The names of a record by kind, best first. */
const namesOf = ({ name, trading_names, former_names }: NamedRecord): string[][] => [
  name === null ? [] : [name],
  trading_names ?? [],
  former_names ?? [],
];

/** The comparable forms of a record's names, with their kinds. */
function* keysOf(country: string, record: NamedRecord): Generator<ReadName & { kind: number }> {
  for (const [kind, names] of namesOf(record).entries()) {
    for (const name of names) {
      const read = readName(country, name);
      if (read) yield { kind, ...read };
    }
  }
}

/** The values that all names of a record share in one country. */
type Shared = Place & Pick<GroupName, 'complete' | 'may_link' | 'numbered'> & { country: string };

function addNames(found: Map<string, GroupName>, { country, ...shared }: Shared, own: NamedRecord): void {
  for (const { kind, key, form } of keysOf(country, own)) {
    const name = `${country} ${key}`;
    const known = found.get(name) ?? { name, kind, ...shared, forms: [], skeleton: null };
    known.kind = Math.min(known.kind, kind);
    known.may_link ||= shared.may_link;
    if (kind === 0) known.skeleton ??= skeletonOf(country, key);
    if (form !== undefined && !known.forms.includes(form)) known.forms.push(form);
    found.set(name, known);
  }
}

const isNumbered = ({ claims }: NamedRecord) => claims.some(isRegisterNumber);

/** Each name of a group once, with its best kind. If no country is known, the names are listed in every country. */
function namesIn(records: readonly NamedRecord[], sources: MatchSources): GroupName[] {
  const numbered = records.some(isNumbered);
  const found = new Map<string, GroupName>();
  const known = countriesOf(records);
  for (const country of known.length > 0 ? known : supportedCountries) {
    const own = records.filter((record) => (record.country ?? country) === country);
    const complete = own.some((record) => sources.get(record.source_id)?.completeFor === country);
    const place = known.length > 0 ? placeIn(country, records) : nowhere;
    for (const record of own) {
      const may_link = sources.get(record.source_id)?.mayLink ?? false;
      addNames(found, { country, complete, may_link, numbered, ...place }, record);
    }
  }
  return [...found.values()];
}

/** The record that represents a group: the highest identity precedence, then the first by source and key. */
function representative(records: readonly NamedRecord[], sources: MatchSources): NamedRecord {
  const rank = ({ source_id, key }: NamedRecord) => {
    const { identityPrecedence = 9, name = '' } = sources.get(source_id) ?? {};
    return `${identityPrecedence} ${name} ${key}`;
  };
  return records.reduce((best, record) => (rank(record) < rank(best) ? record : best));
}

/** Combines records that share identifiers into one group; undefined: they have no name to compare. */
export function toGroup(
  records: readonly [NamedRecord, ...NamedRecord[]],
  sources: MatchSources,
): Omit<IndexedGroup, 'grp'> | undefined {
  const names = namesIn(records, sources);
  if (names.length === 0) return undefined;
  const numbered = records.filter(isNumbered);
  const { company_id, matched_by, source_id, key } = representative(numbered.length > 0 ? numbered : records, sources);
  const reach = records.flatMap(({ claims }) => claims.filter((claim) => isWeakIdentifier(claim) || isSplit(claim)));
  const group = {
    company_id,
    matched_by,
    source_id,
    key,
    numbered: numbered.length > 0,
    named: records.some(({ name }) => name !== null),
    sources: unique(records.map((record) => record.source_id)),
    reach: unique(reach),
    years: unique(records.flatMap(({ year_founded }) => (year_founded === null ? [] : [year_founded]))),
  };
  return { group, names };
}

/** The groups of all living records of some companies. */
export function toGroups(records: readonly NamedRecord[], sources: MatchSources): Omit<IndexedGroup, 'grp'>[] {
  const groups = Map.groupBy(records, ({ company_id, matched_by }) => `${company_id} ${matched_by ?? ''}`);
  return [...groups.values()].flatMap((own) => toGroup(own as [NamedRecord, ...NamedRecord[]], sources) ?? []);
}
