import type { Company } from '@orgdex/contract';
import type { StoredCompany } from './documents.ts';

/** A company in the FollowTheMoney format. */
export interface Entity {
  readonly id: string;
  readonly schema: 'Company';
  readonly datasets: readonly string[];
  readonly properties: Readonly<Record<string, readonly string[]>>;
}

export const datasetName = 'companies';

const present = (values: readonly (string | null | undefined)[]) =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');

/** The fields that both systems have: name, country, register numbers and website. */
export function toEntity({ id, served, card }: StoredCompany): Entity {
  const { name, website, industry_codes } = JSON.parse(served.base.text) as Company;
  const { abn, acn, nzbn, uen } = industry_codes ?? {};
  const known = {
    name: present([name]),
    jurisdiction: present([card.country]),
    registrationNumber: present([abn, acn, nzbn, uen]),
    website: present([website]),
  };
  const properties = Object.fromEntries(Object.entries(known).filter(([, values]) => values.length > 0));
  return { id, schema: 'Company', datasets: [datasetName], properties };
}
