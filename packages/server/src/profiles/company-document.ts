import type { Company } from '@orgdex/contract';

/** Which source said a value, and when. */
export interface Origin {
  source: string;
  observed: string;
}

/** Region-specific values of one country, laid over the base profile. */
export type Overlay = Partial<Omit<Company, 'industry_codes'>> & {
  industry_codes?: Partial<Company['industry_codes']>;
};

/** Field (dotted below the first level) to the statements that gave its value. */
export type Provenance = Record<string, Origin[]>;

/** The served body, what each country changes, and where each value came from. */
export interface CompanyDocument {
  body: Company;
  regions: Record<string, Overlay>;
  provenance: { base: Provenance; regions: Record<string, Provenance> };
}
