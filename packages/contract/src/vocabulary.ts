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

export const sizeBands = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const;

/** In US dollars; a range includes its lower bound. */
export const revenueBands = [
  '$0-$1M',
  '$1M-$10M',
  '$10M-$25M',
  '$25M-$50M',
  '$50M-$100M',
  '$100M-$250M',
  '$250M-$500M',
  '$500M-$1B',
  '$1B-$10B',
  '$10B+',
] as const;

export const companyTypes = [
  'Public Company',
  'Private Company',
  'Partnership',
  'Sole Proprietorship',
  'Trust',
  'Nonprofit',
  'Cooperative',
  'Government Agency',
  'Educational Institution',
  'Foreign Branch',
] as const;

/** Scopes that a plan can grant to its keys. */
export const planScopes = ['company:read', 'company:search', 'people:search'] as const;
export type PlanScope = (typeof planScopes)[number];
/** All scopes; `admin` belongs to the operator, whatever the plan. */
export const scopes = [...planScopes, 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** `test` keys read synthetic companies, free of charge. */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];
