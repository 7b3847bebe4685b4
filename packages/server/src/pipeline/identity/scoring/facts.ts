/** The kinds of number that identify a company in a register, and those that usually do. */
export const numberSchemes = ['abn', 'acn', 'nzbn', 'uen', 'lei', 'jcn', 'cik'] as const;
export type NumberScheme = (typeof numberSchemes)[number];

/** A name, as it was written and as it is compared. */
export interface FactName {
  readonly text: string;
  readonly key: string;
  readonly words: readonly string[];
  readonly kind: 'current' | 'trading' | 'former';
}

/** What is known about one side of a comparison: a company, or what a caller says of one. Everything is normalized. */
export interface CompanyFacts {
  readonly id?: string | undefined;
  readonly names: readonly FactName[];
  readonly numbers: Partial<Record<NumberScheme | 'duns', readonly string[]>>;
  readonly domains: readonly string[];
  readonly slugs: readonly string[];
  readonly country?: string | undefined;
  readonly region?: string | undefined;
  readonly city?: string | undefined;
  readonly postcode?: string | undefined;
  /** In international form. */
  readonly phones: readonly string[];
  readonly employees?: number | undefined;
  readonly founded?: number | undefined;
}
