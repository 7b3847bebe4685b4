import type {
  CompanyPeopleQuestion,
  CompanyPeopleStatus,
  CompanyQuestion,
  CompanySearch,
  MatchItem,
  MatchStatus,
  PeopleQuestion,
  SuggestQuestion,
  ValueField,
  ValuesQuestion,
} from '@orgdex/contract';

/** An example request of the reference, and the expected response. */
interface Example<Ask> {
  readonly ask: Ask;
  readonly shows: string;
  readonly conflicts?: string;
  readonly canonicalId?: string;
}
type LookupExample = Example<CompanyQuestion> & { readonly finds: string; readonly claimants?: number };
type SearchExample = Example<PeopleQuestion> & { readonly total: number };

const heron = (ask: CompanyQuestion, shows: string): LookupExample => ({ ask, shows, finds: 'sandbox-heron' });

export const lookupExamples: readonly LookupExample[] = [
  heron({ id: 'sandbox-heron' }, 'Lookup by id'),
  heron({ ln_slug: 'heron-sandbox' }, 'Lookup by slug on LinkedIn'),
  heron({ ln_url: 'https://www.linkedin.com/company/heron-sandbox/' }, 'Lookup by page on LinkedIn'),
  heron({ fqdn: 'heron.example.com' }, 'Lookup by domain'),
  heron({ fqdn: 'shop.heron.example.com' }, 'Lookup by subdomain'),
  heron({ abn: '26 999 000 029' }, 'Lookup by ABN'),
  heron({ website: 'https://www.heron.example.com/contact' }, 'Lookup by website'),
  { ask: { fqdn: '青空.example.com' }, shows: 'Lookup by a domain with non-ASCII characters', finds: 'sandbox-aozora' },
  { ask: { id: 'sandbox-kestrel' }, shows: 'A value in every field', finds: 'sandbox-kestrel' },
  { ask: { id: 'sandbox-kestrel', country: 'NZ' }, shows: 'Values for New Zealand', finds: 'sandbox-kestrel' },
  { ask: { id: 'sandbox-kestrel', country: 'SG' }, shows: 'Values for Singapore', finds: 'sandbox-kestrel' },
  { ask: { id: 'sandbox-blank' }, shows: 'Null and empty values', finds: 'sandbox-blank' },
  {
    ask: { fqdn: 'wren.example.com', abn: '26999000029' },
    shows: 'The domain selects the company; the ABN belongs to another',
    finds: 'sandbox-wren',
    conflicts: 'abn',
  },
  {
    ask: { fqdn: 'finch.example.com' },
    shows: 'A domain that two companies claim',
    finds: 'sandbox-finch',
    claimants: 2,
  },
  { ask: { abn: '32 999 000 056' }, shows: 'The other company of that domain', finds: 'sandbox-siskin' },
  {
    ask: { id: 'sandbox-merged' },
    shows: 'An id that was merged into another company',
    finds: 'sandbox-kestrel',
    canonicalId: 'sandbox-kestrel',
  },
];

export const searchExamples: readonly SearchExample[] = [
  { ask: { companyId: 'sandbox-kestrel', size: '25' }, shows: 'People in the default country', total: 20 },
  { ask: { companyId: 'sandbox-kestrel', selectedCountry: 'NZ' }, shows: 'People in another country', total: 3 },
  { ask: { companyId: 'sandbox-kestrel', seniority: '4' }, shows: 'Filter by seniority', total: 2 },
  {
    ask: { companyId: 'sandbox-kestrel', department: ['2', '11'] },
    shows: 'Filter by either of two departments',
    total: 3,
  },
  { ask: { companyId: 'sandbox-kestrel', position: 'CFO' }, shows: 'An abbreviated title', total: 1 },
  { ask: { companyId: 'sandbox-aozora', selectedCountry: 'JP' }, shows: 'Japanese titles', total: 8 },
  {
    ask: { companyId: 'sandbox-aozora', selectedCountry: 'JP', position: '営業部長' },
    shows: 'A Japanese title',
    total: 1,
  },
  {
    ask: { companyId: 'sandbox-crowd', size: '100' },
    shows: 'The first of three pages; send `X-Next-Cursor` as `cursor` for the next',
    total: 250,
  },
  { ask: { companyId: 'sandbox-crowd', from: '240', size: '25' }, shows: 'The last ten people, by offset', total: 250 },
  {
    ask: { companyId: 'sandbox-crowd', position: 'Sales Manager' },
    shows: 'Exact titles first, then longer ones',
    total: 100,
  },
  { ask: { companyId: 'sandbox-nobody' }, shows: 'An empty array', total: 0 },
  { ask: { companyId: 'sandbox-blank' }, shows: 'A person without any details', total: 1 },
  {
    ask: { companyId: 'sandbox-merged' },
    shows: 'An id that was merged into another company',
    total: 20,
    canonicalId: 'sandbox-kestrel',
  },
];

/** The companies of the first page, in order. */
type CompaniesExample<Ask> = { readonly ask: Ask; readonly shows: string; readonly finds: readonly string[] };

export const companySearchExamples: readonly CompaniesExample<CompanySearch>[] = [
  { ask: { q: 'kestrel and vane' }, shows: 'Words of a name; “and” is “&”', finds: ['sandbox-kestrel'] },
  { ask: { q: 'blue gauge' }, shows: 'A trading name: see `matched_name`', finds: ['sandbox-heron'] },
  { ask: { q: 'kestral vane' }, shows: 'A typing error', finds: ['sandbox-kestrel'] },
  { ask: { q: 'heron.example.com' }, shows: 'A domain', finds: ['sandbox-heron'] },
  { ask: { q: '青空' }, shows: 'Part of a Japanese name', finds: ['sandbox-aozora'] },
  {
    ask: { filter: { employee_count: { gte: 10 } }, sort: '-employee_count', facets: ['country', 'company_size'] },
    shows: 'A filter, an order and counts',
    finds: ['sandbox-kestrel', 'sandbox-heron'],
  },
  {
    ask: { q: 'kestrel', filter: { country: ['JP'] } },
    shows: 'An empty list; `diagnosis` says what to leave out',
    finds: [],
  },
];

export const suggestExamples: readonly CompaniesExample<SuggestQuestion>[] = [
  { ask: { q: 'kes' }, shows: 'The beginning of a name', finds: ['sandbox-kestrel'] },
  { ask: { q: '269990000' }, shows: 'The beginning of an ABN', finds: ['sandbox-heron'] },
  { ask: { q: 'k' }, shows: 'Too short: an empty list', finds: [] },
];

interface ValuesExample {
  readonly field: ValueField;
  readonly ask: ValuesQuestion;
  readonly shows: string;
  readonly values: readonly string[];
}

export const valuesExamples: readonly ValuesExample[] = [
  { field: 'region', ask: {}, shows: 'All regions, with labels', values: ['AU-SA'] },
  { field: 'industry', ask: { q: 'mea' }, shows: 'Values with a prefix', values: ['Measuring Instruments'] },
];

interface MatchExample {
  readonly ask: MatchItem;
  readonly shows: string;
  readonly status: MatchStatus;
  /** The first candidate. */
  readonly finds?: string;
}

export const matchExamples: readonly MatchExample[] = [
  {
    ask: { name: 'Kestrel & Vane Sandbox', website: 'https://kestrel.example.com/about' },
    shows: 'A name and a website',
    status: 'matched',
    finds: 'sandbox-kestrel',
  },
  { ask: { abn: '26 999 000 029' }, shows: 'A register number', status: 'matched', finds: 'sandbox-heron' },
  { ask: { fqdn: 'finch.example.com' }, shows: 'A domain that two companies share', status: 'ambiguous' },
  { ask: { name: 'Unknown Example Company' }, shows: 'A company that is not there', status: 'none' },
  { ask: { abn: '26999000020' }, shows: 'A number with wrong check digits', status: 'invalid' },
];

interface CompanyPeopleExample {
  readonly ask: CompanyPeopleQuestion;
  readonly shows: string;
  readonly statuses: readonly CompanyPeopleStatus[];
}

export const companyPeopleExamples: readonly CompanyPeopleExample[] = [
  {
    ask: {
      companies: [
        { fqdn: 'kestrel.example.com' },
        { id: 'sandbox-nobody' },
        { id: 'sandbox-company-not-found' },
        { abn: '26999000020' },
      ],
      position: ['head of marketing', 'cfo'],
      per_company: 2,
    },
    shows: 'Every status',
    statuses: ['found', 'none', 'not_found', 'invalid'],
  },
];

interface SourcesExample {
  readonly id: string;
  readonly shows: string;
  /** A field and its value. */
  readonly field: string;
  readonly value: string | number;
  readonly canonicalId?: string;
}

export const sourcesExamples: readonly SourcesExample[] = [
  { id: 'sandbox-heron', shows: 'The source of each value', field: 'employee_count', value: 12 },
  {
    id: 'sandbox-merged',
    shows: 'An id that was merged into another company',
    field: 'employee_count',
    value: 455,
    canonicalId: 'sandbox-kestrel',
  },
];
