import { hash } from 'node:crypto';
import type { Company } from '@orgdex/contract';
import type { CompanyDocument, Overlay } from './company-document.ts';

/** A response as it is sent, and its ETag, which changes with the text. */
export interface ServedResponse {
  text: string;
  tag: string;
}

/** The prepared responses of a company, so that a read need not build or serialize them. */
export interface ServedCompany {
  name: string | null;
  base: ServedResponse;
  /** The complete response for each country with its own values. */
  regions?: Record<string, ServedResponse>;
}

/** Replaces the values of the base with those of a country: codes one by one, other fields as a whole. */
export function applyOverlay(base: Company, overlay: Overlay): Company {
  const { industry_codes, ...rest } = overlay;
  return { ...base, ...rest, industry_codes: { ...base.industry_codes, ...industry_codes } };
}

function toResponse(company: Company): ServedResponse {
  const text = JSON.stringify(company);
  return { text, tag: hash('sha256', text, 'base64url').slice(0, 22) };
}

export function toServed({ body, regions }: CompanyDocument): ServedCompany {
  const own = Object.entries(regions).map(([country, overlay]) => [country, toResponse(applyOverlay(body, overlay))]);
  return {
    name: body.name,
    base: toResponse(body),
    ...(own.length > 0 ? { regions: Object.fromEntries(own) } : {}),
  };
}
