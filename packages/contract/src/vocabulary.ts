/** The fixed values of the API. Each list is defined here once; types, validation and documentation derive from it. */

export const seniorities = {
  1: 'Board Member / Director',
  2: 'Owner / Founder',
  3: 'C-Suite / Partner',
  4: 'VP / Director / Head of',
  5: 'Manager',
  6: 'Other',
  7: 'No Data',
} as const;

export const departments = {
  1: 'General Management',
  2: 'Sales',
  3: 'Trades',
  4: 'Operations',
  5: 'Engineering',
  6: 'HR',
  7: 'Customer Service',
  8: 'Medicine & Healthcare',
  9: 'Research & Analysis',
  10: 'Legal',
  11: 'Marketing',
  12: 'Education & Training',
  13: 'Consulting',
  14: 'Finance',
  15: 'Product',
  16: 'Other',
  17: 'No Data',
} as const;

// biome-ignore format: a list of names
export const sizeBands = [
  '1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+',
] as const;

/** In US dollars; a range includes its lower bound. */
// biome-ignore format: a list of names
export const revenueBands = [
  '$0-$1M', '$1M-$10M', '$10M-$25M', '$25M-$50M', '$50M-$100M', '$100M-$250M', '$250M-$500M', '$500M-$1B', '$1B-$10B',
  '$10B+',
] as const;

// biome-ignore format: a list of names
export const companyTypes = [
  'Public Company', 'Private Company', 'Partnership', 'Sole Proprietorship', 'Trust', 'Nonprofit', 'Cooperative',
  'Government Agency', 'Educational Institution', 'Foreign Branch',
] as const;

/** The scopes of the operations: a key can have any of them together. */
export const apiScopes = ['company:read', 'company:search', 'people:search'] as const;
/** The scope of the keys that OpenRefine sends in the path of a URL. Such a key has no other scope. */
export const reconcileScope = 'reconcile';
/** Scopes that a plan can grant to its keys. */
export const planScopes = [...apiScopes, reconcileScope] as const;
export type PlanScope = (typeof planScopes)[number];
/** All scopes; `admin` belongs to the operator, whatever the plan. */
export const scopes = [...planScopes, 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** `test` keys read synthetic companies, free of charge. */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/** Whether a company is in business, according to the registers. */
export const companyStatuses = ['active', 'inactive'] as const;
export type CompanyStatus = (typeof companyStatuses)[number];

/** The identifiers that a card shows. */
export const cardIdentifiers = ['abn', 'acn', 'nzbn', 'uen', 'lei', 'duns'] as const;
export type CardIdentifier = (typeof cardIdentifiers)[number];

/** The identifiers with a name of their own; all others go into `registrations`. */
export const identifierNames = {
  abn: 'Australian Business Number',
  acn: 'Australian Company Number',
  nzbn: 'New Zealand Business Number',
  uen: 'Unique Entity Number (Singapore)',
  jcn: 'Corporate Number (Japan)',
  lei: 'Legal Entity Identifier',
  cik: 'Central Index Key (US Securities and Exchange Commission)',
  duns: 'D-U-N-S number',
  fqdn: 'Domain name',
  network: 'Slug or page address on LinkedIn',
} as const;
export type IdentifierScheme = keyof typeof identifierNames;
export const identifierSchemes = Object.keys(identifierNames) as readonly IdentifierScheme[];

/** What a company may have; the identifiers are those of the records. */
export const presenceNames = ['website', 'fqdn', 'network', 'phone', 'email', 'people', ...identifierSchemes]
  .filter((name, at, all) => all.indexOf(name) === at)
  .sort();

/** The fields that a search can count by value. */
// biome-ignore format: a list of names
export const facetNames = [
  'country', 'region', 'industry', 'company_size', 'company_type', 'revenue', 'status', 'source', 'technology',
] as const;
export type FacetName = (typeof facetNames)[number];

export const searchSorts = [
  'relevance',
  'name',
  'employee_count',
  '-employee_count',
  'year_founded',
  '-year_founded',
  '-updated',
] as const;
export type SearchSort = (typeof searchSorts)[number];

/** The fields whose values can be listed. */
export const valueFields = ['city', 'region', 'industry', 'technology', 'keyword', 'company_type', 'source'] as const;
export type ValueField = (typeof valueFields)[number];

/** What identifies a company in a match; an item needs at least one. */
// biome-ignore format: a list of names
export const matchIdentifiers = [
  'id', 'name', 'fqdn', 'website', 'email', 'abn', 'acn', 'nzbn', 'uen', 'lei', 'duns', 'ln_slug', 'ln_url',
] as const;

export const matchStatuses = ['matched', 'ambiguous', 'none', 'invalid'] as const;
export type MatchStatus = (typeof matchStatuses)[number];

export const companyPeopleStatuses = ['found', 'none', 'not_found', 'invalid'] as const;
export type CompanyPeopleStatus = (typeof companyPeopleStatuses)[number];

/** In order of priority: the first one sent selects the company. */
export const companyIdentifiers = ['id', 'ln_slug', 'ln_url', 'fqdn', 'abn', 'website'] as const;
export type CompanyIdentifier = (typeof companyIdentifiers)[number];

/** The five contact channels: a flag says only that the channel exists. */
export const channelFlags = ['has_email', 'has_personal_email', 'has_phone', 'has_dnd_phone', 'has_mobile'] as const;
export type ChannelFlag = (typeof channelFlags)[number];

/** The fields that identify a person; exactly one is sent. */
export const personFields = ['person_id', 'network', 'email', 'phone'] as const;
/** An opt-out can also name a person by a hash that an authority publishes. */
export const optOutFields = [...personFields, 'email_sha256', 'phone_sha256'] as const;
