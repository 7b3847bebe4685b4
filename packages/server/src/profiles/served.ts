import type { Company } from '@orgdex/contract';
import type { CompanyDocument, Overlay } from './company-document.ts';

/** What is served of a company: the texts of its answers, so that a read neither builds nor writes them. */
export interface ServedCompany {
  name: string | null;
  body: string;
  /** The whole answer for a country that has values of its own. */
  regions?: Record<string, string>;
}

/** The base with a country's values laid over it; codes one by one, everything else whole. */
export function layOver(base: Company, overlay: Overlay): Company {
  const { industry_codes, ...rest } = overlay;
  return { ...base, ...rest, industry_codes: { ...base.industry_codes, ...industry_codes } };
}

export function toServed({ body, regions }: CompanyDocument): ServedCompany {
  const texts = Object.entries(regions).map(([country, overlay]) => [country, JSON.stringify(layOver(body, overlay))]);
  return {
    name: body.name,
    body: JSON.stringify(body),
    ...(texts.length > 0 ? { regions: Object.fromEntries(texts) } : {}),
  };
}
