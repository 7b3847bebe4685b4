import { createHash } from 'node:crypto';
import { Company, CompanyFilter, PersonMatch, type SearchKind } from '@orgdex/contract';
import { type GenerationIndices, storedShape } from './documents.ts';

/** Kept for the reader of the document, never searched: not indexed, not parsed. */
const stored = { type: 'object', enabled: false } as const;
/** An exact value that is only read back. */
const readOnly = { type: 'keyword', index: false, doc_values: false } as const;

const searchTypes: Record<SearchKind, object> = {
  keyword: { type: 'keyword' },
  // Every beginning of the value is a value of its own.
  prefix: { type: 'keyword', doc_values: false },
  integer: { type: 'integer' },
  date: { type: 'date', format: 'epoch_millis' },
};

interface FilterSchema {
  readonly properties?: Readonly<Record<string, FilterSchema>>;
  readonly 'x-search'?: SearchKind;
}

/** The fields of the contract by which companies are filtered, and how each is indexed. Nested names are joined. */
const fieldsOf = (schema: FilterSchema): [string, SearchKind][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, SearchKind][] => {
    const kind = field['x-search'];
    return kind ? [[name, kind]] : name === 'not' ? [] : fieldsOf(field);
  });

const filterFields: readonly (readonly [string, SearchKind])[] = fieldsOf(CompanyFilter as FilterSchema);

/** Words as they are: names are normalized before they are written and before they are searched for. */
const words = {
  type: 'text',
  analyzer: 'words',
  norms: false,
  position_increment_gap: 100,
  index_prefixes: { min_chars: 1, max_chars: 12 },
} as const;

const strict = (properties: object) => ({ dynamic: 'strict', properties });

/** What each index of a generation may hold. */
export const mappings: Record<keyof GenerationIndices, object> = {
  company: strict({
    hash: readOnly,
    redirect: readOnly,
    served: stored,
    rostered: { type: 'boolean', index: false, doc_values: false },
    roster: stored,
    card: stored,
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
  search: {
    // The rest can be built again from the database; the hash says whether it has to be.
    _source: { includes: ['hash'] },
    ...strict({
      hash: readOnly,
      id: { type: 'keyword' },
      names: words,
      key: { type: 'keyword', doc_values: false },
      forms: { type: 'keyword', doc_values: false },
      // Each word of a name has up to a dozen entries, and the words of two names must not mix.
      near: { type: 'text', analyzer: 'words', norms: false, position_increment_gap: 10_000 },
      codes: { ...words, position_increment_gap: 1 },
      sort_name: { type: 'keyword', index: false },
      rank: { type: 'long' },
      countries: { type: 'keyword', doc_values: false },
      ...Object.fromEntries(filterFields.map(([name, kind]) => [name, searchTypes[kind]])),
    }),
  },
  sources: strict({ hash: readOnly, records: stored }),
};

/** Settings of an index beyond those that all have. */
export const indexSettings: Partial<Record<keyof GenerationIndices, object>> = {
  search: {
    // Sorted as most searches are: they stop early.
    'index.sort.field': ['rank', 'id'],
    'index.sort.order': ['desc', 'asc'],
    'index.analysis.analyzer.words.tokenizer': 'whitespace',
  },
};

/** Part of the index names: a different mapping or stored shape requires a new generation. */
export const mappingHash = (): string => hash;

const hash = createHash('sha256')
  .update(JSON.stringify([mappings, indexSettings, Company, PersonMatch, storedShape]))
  .digest('hex')
  .slice(0, 8);
