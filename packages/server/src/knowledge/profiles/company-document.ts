import type { Company } from '@orgdex/contract';

/** The source of a value, and the date of the record. */
export interface Origin {
  source: string;
  observed: string;
}

/** Region-specific values of one country, which replace those of the base profile. */
export type Overlay = Partial<Omit<Company, 'industry_codes'>> & {
  industry_codes?: Partial<Company['industry_codes']>;
};

/** Field (dotted below the first level) to the records that gave its value. */
export type Provenance = Record<string, Origin[]>;

/** The served body, what differs per country, and the source of each value. */
export interface CompanyDocument {
  body: Company;
  regions: Record<string, Overlay>;
  provenance: { base: Provenance; regions: Record<string, Provenance> };
}
