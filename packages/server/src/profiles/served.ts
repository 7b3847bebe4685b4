import { hash } from 'node:crypto';
import type { Company } from '@orgdex/contract';
import type { CompanyDocument, Overlay } from './company-document.ts';

/** An answer as it is sent, and its name: another text, another tag. */
export interface ServedResponse {
  text: string;
  tag: string;
}

/** What is served of a company: the texts of its answers, so that a read neither builds nor writes them. */
export interface ServedCompany {
  name: string | null;
  base: ServedResponse;
  /** The whole answer for a country that has values of its own. */
  regions?: Record<string, ServedResponse>;
}

/** The base with a country's values laid over it; codes one by one, everything else whole. */
export function applyOverlay(base: Company, overlay: Overlay): Company {
  const { industry_codes, ...rest } = overlay;
  return { ...base, ...rest, industry_codes: { ...base.industry_codes, ...industry_codes } };
}

function toAnswer(company: Company): ServedResponse {
  const text = JSON.stringify(company);
  return { text, tag: hash('sha256', text, 'base64url').slice(0, 22) };
}

export function toServed({ body, regions }: CompanyDocument): ServedCompany {
  const own = Object.entries(regions).map(([country, overlay]) => [country, toAnswer(applyOverlay(body, overlay))]);
  return {
    name: body.name,
    base: toAnswer(body),
    ...(own.length > 0 ? { regions: Object.fromEntries(own) } : {}),
  };
}
