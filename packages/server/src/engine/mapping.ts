import { createHash } from 'node:crypto';
import { Company, PersonMatch } from '@orgdex/contract';
import { type GenerationIndices, storedShape } from './documents.ts';

type SearchKind = 'text' | 'keyword';

/** Kept for the reader of the document, never searched: not indexed, not parsed. */
const stored = { type: 'object', enabled: false } as const;
/** An exact value that is only read back. */
const readOnly = { type: 'keyword', index: false, doc_values: false } as const;

const searchTypes: Record<SearchKind, object> = {
  text: { type: 'text', norms: true },
  keyword: { type: 'keyword', ignore_above: 500 },
};

/** The fields of the contract that the engine indexes, each under its own name. */
export const searchableFields = Object.entries(Company.properties as Record<string, { 'x-search'?: SearchKind }>)
  .filter(([, schema]) => schema['x-search'])
  .map(([name, schema]) => [name, schema['x-search'] as SearchKind] as const);

const strict = (properties: object) => ({ dynamic: 'strict', properties });

/** What each index of a generation may hold. */
export const mappings: Record<keyof GenerationIndices, object> = {
  company: strict({
    hash: readOnly,
    redirect: readOnly,
    served: stored,
    rostered: { type: 'boolean', index: false, doc_values: false },
    roster: stored,
    search: strict(Object.fromEntries(searchableFields.map(([name, kind]) => [name, searchTypes[kind]]))),
  }),
  identifier: strict({
    hash: readOnly,
    company: readOnly,
    claimants: { type: 'integer', index: false, doc_values: false },
  }),
  person: {
    _routing: { required: true },
    ...strict({
      hash: readOnly,
      company: { type: 'keyword' },
      person: { type: 'keyword' },
      country: { type: 'keyword' },
      words: { type: 'keyword' },
      word_count: { type: 'short' },
      rank: { type: 'byte' },
      levels: { type: 'byte' },
      departments: { type: 'byte' },
      match: stored,
    }),
  },
};

/** Part of the index names: a different mapping or stored shape requires a new generation. */
export const mappingHash = (): string => hash;

const hash = createHash('sha256')
  .update(JSON.stringify([mappings, Company, PersonMatch, storedShape]))
  .digest('hex')
  .slice(0, 8);
