import { companyFields, companyLists } from './company-fields.ts';
import { nameHeaders, peopleFields } from './people-fields.ts';

export type TableKind = 'companies' | 'people';

/** A header as it is compared: blanks, case and punctuation between words say nothing. */
export const toPlain = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-./:()]+/gu, '');

/** The field that a header gives, and how likely that header is among those of the field: 0 is the likeliest. */
interface KnownHeader {
  field: string;
  rank: number;
}

interface KnownFields {
  /** Every field with its headers as they are compared, the likelier ones first. */
  aliases: ReadonlyMap<string, readonly string[]>;
  byHeader: ReadonlyMap<string, KnownHeader>;
  lists: ReadonlySet<string>;
  /** Headers that are known, and left out. */
  dropped: ReadonlySet<string>;
}

const toAliases = (fields: Record<string, readonly string[]>) =>
  new Map(Object.entries(fields).map(([field, headers]) => [field, [...new Set(headers.map(toPlain))]]));

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
  people: toKnownFields(peopleFields, { lists: new Set(), dropped: new Set(nameHeaders.map(toPlain)) }),
};

const known = new Set(Object.values(knownFields).flatMap(({ byHeader, dropped }) => [...byHeader.keys(), ...dropped]));

/** Whether this is a header that either kind of table knows. */
export const isKnownHeader = (header: string): boolean => known.has(toPlain(header));
