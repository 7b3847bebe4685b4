import { companyFields, companyLists, toPlainHeader } from '@orgdex/contract';
import { nameHeaders, peopleFields } from './people-fields.ts';

export type TableKind = 'companies' | 'people';

/** The field of a header, and its rank among the headers of that field: 0 is the most likely. */
interface KnownHeader {
  field: string;
  rank: number;
}

interface KnownFields {
  /** Every field with its headers in compared form, the most likely first. */
  aliases: ReadonlyMap<string, readonly string[]>;
  byHeader: ReadonlyMap<string, KnownHeader>;
  lists: ReadonlySet<string>;
  /** Known headers that are ignored on purpose. */
  dropped: ReadonlySet<string>;
}

const toAliases = (fields: Record<string, readonly string[]>) =>
  new Map(Object.entries(fields).map(([field, headers]) => [field, [...new Set(headers.map(toPlainHeader))]]));

const toKnownFields = (
  fields: Record<string, readonly string[]>,
  { lists, dropped }: Pick<KnownFields, 'lists' | 'dropped'>,
): KnownFields => {
  const aliases = toAliases(fields);
  const headers = [...aliases].flatMap(([field, names]) => names.map((name, rank) => [name, { field, rank }] as const));
  return { aliases, byHeader: new Map(headers), lists, dropped };
};

export const knownFields: Record<TableKind, KnownFields> = {
  companies: toKnownFields(companyFields, { lists: companyLists, dropped: new Set() }),
  people: toKnownFields(peopleFields, { lists: new Set(), dropped: new Set(nameHeaders.map(toPlainHeader)) }),
};

const known = new Set(Object.values(knownFields).flatMap(({ byHeader, dropped }) => [...byHeader.keys(), ...dropped]));

/** Whether a company table or a people table has this header. */
export const isKnownHeader = (header: string): boolean => known.has(toPlainHeader(header));

const pairsOf = (text: string): Set<string> => {
  const letters = [...` ${toPlainHeader(text)} `];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
};

/** The share of adjacent letter pairs that two headers have in common; the order of words does not matter. */
function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}

/** The most similar name, or undefined if none is similar. */
export function nearestHeader(asked: string, names: readonly string[]): string | undefined {
  const [best] = names.map((name) => ({ name, score: likeness(asked, name) })).sort((a, b) => b.score - a.score);
  return best && best.score >= 0.4 ? best.name : undefined;
}
