import { companyFields, companyLists } from './company-fields.ts';
import { nameHeaders, peopleFields } from './people-fields.ts';

export type TableKind = 'companies' | 'people';

/** A header as it is compared: blanks, case and punctuation between words say nothing. */
export const toPlain = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-./:()]+/gu, '');

interface KnownFields {
  /** Every field with its headers as they are compared, the likelier ones first. */
  aliases: ReadonlyMap<string, readonly string[]>;
  lists: ReadonlySet<string>;
  /** Headers that are known, and left out. */
  dropped: ReadonlySet<string>;
}

const toAliases = (fields: Record<string, readonly string[]>) =>
  new Map(Object.entries(fields).map(([field, headers]) => [field, [...new Set(headers.map(toPlain))]]));

export const knownFields: Record<TableKind, KnownFields> = {
  companies: { aliases: toAliases(companyFields), lists: companyLists, dropped: new Set() },
  people: { aliases: toAliases(peopleFields), lists: new Set(), dropped: new Set(nameHeaders.map(toPlain)) },
};

const known = new Set(
  Object.values(knownFields).flatMap(({ aliases, dropped }) => [...[...aliases.values()].flat(), ...dropped]),
);

/** Whether this is a header that either kind of table knows. */
export const isKnownHeader = (header: string): boolean => known.has(toPlain(header));
