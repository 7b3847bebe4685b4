/** What callers send to name a company where only its id is accepted. */
// biome-ignore format: a list of names
const companyIdentifiers = [
  'domain', 'fqdn', 'website', 'url', 'abn', 'linkedin', 'ln url', 'ln slug', 'name', 'company name',
] as const;

/**
 * Names that callers use for a field, from other APIs and from everyday language. Compared without case, hyphens and
 * underscores: `jobTitle`, `job_title` and `job-title` are one name.
 */
export const fieldAliases: Readonly<Record<string, readonly string[]>> = {
  // GET /company
  id: ['company id', 'org id', 'organization id', 'uuid', 'guid'],
  fqdn: ['domain', 'domain name', 'company domain', 'host', 'hostname', 'dns'],
  website: ['url', 'uri', 'link', 'site', 'web', 'web site', 'website url', 'homepage', 'company url'],
  ln_url: ['linkedin', 'linkedin url', 'li url', 'linkedin page', 'network url', 'profile url', 'company page'],
  ln_slug: ['slug', 'linkedin slug', 'linkedin id', 'linkedin name', 'network', 'handle', 'vanity name', 'username'],
  abn: ['business number', 'australian business number', 'abn number', 'tax number', 'register number'],
  country: ['selected country', 'country code', 'cc', 'region', 'market', 'locale'],
  // POST /people/search
  companyId: [
    'id',
    'company',
    'org',
    'organization',
    'organization id',
    'org id',
    'account id',
    'employer',
    ...companyIdentifiers,
  ],
  selectedCountry: ['country', 'country code', 'location', 'region', 'market', 'person country'],
  position: [
    'title',
    'job title',
    'job',
    'role',
    'occupation',
    'headline',
    'keyword',
    'keywords',
    'query',
    'q',
    'search',
  ],
  seniority: ['level', 'seniority level', 'management level', 'rank', 'seniorities', 'levels'],
  department: ['function', 'job function', 'team', 'division', 'departments', 'area'],
  from: ['offset', 'skip', 'start', 'page', 'page number', 'since', 'start date', 'from date', 'date from', 'begin'],
  size: ['limit', 'per page', 'page size', 'count', 'top', 'take', 'rows', 'max results'],
  cursor: ['next cursor', 'page token', 'next', 'after', 'next page', 'continuation', 'scroll', 'token'],
  // GET /usage
  to: ['until', 'end', 'end date', 'to date', 'date to'],
};

/** What an operation cannot do although callers expect it, by its id: the names they try, and what to say instead. */
export const missingFeatures: Readonly<
  Record<string, { readonly names: readonly string[]; readonly message: string }>
> = {
  getCompany: {
    names: ['name', 'company name', 'company', 'legal name', 'trading name', 'q', 'query', 'search', 'keyword'],
    message: 'To find a company by name, use `POST /companies/match` or `POST /companies/search`.',
  },
  searchPeople: {
    names: companyIdentifiers,
    message: 'People are searched by company id: get it from `GET /company?fqdn=…` and send it as `companyId`.',
  },
};
