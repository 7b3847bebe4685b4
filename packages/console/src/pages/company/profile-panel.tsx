import type { Company, CompanySources } from '@orgdex/contract';
import { supportedCountries } from '@orgdex/contract/countries';
import type { ReactNode } from 'react';
import { ExternalLink } from '../../components/external-link.tsx';
import { Panel } from '../../components/panel.tsx';
import { Select } from '../../components/select.tsx';
import { countryName, formatBand, formatNumber } from '../../format.ts';
import { FactRow } from './provenance.tsx';

interface ProfilePanelProps {
  readonly company: Company;
  readonly sources: CompanySources | undefined;
  readonly country: string;
  readonly onCountry: (country: string) => void;
}

const unknown = <span className="text-ink-3">Not known</span>;
const listed = (values: readonly string[]): ReactNode => (values.length === 0 ? unknown : values.join(', '));

function Employees({ employee_count, company_size }: Company) {
  if (employee_count === null && company_size === null) return unknown;
  const band = company_size !== null && <span className="text-ink-2">{formatBand(company_size)}</span>;
  if (employee_count === null) return band;
  return (
    <>
      <span className="font-medium">{formatNumber(employee_count)}</span>
      {band && <> · {band}</>}
    </>
  );
}

/** The fields of the panel: label, field of the profile, value. */
const facts = (company: Company): readonly (readonly [string, string, ReactNode])[] => [
  [
    'Name',
    'name',
    <span key="name" className="font-medium">
      {company.name ?? unknown}
    </span>,
  ],
  ['Website', 'website', company.website === null ? unknown : <ExternalLink key="website" url={company.website} />],
  ['Employees', company.employee_count === null ? 'company_size' : 'employee_count', Employees(company)],
  ['Revenue', 'revenue', company.revenue === null ? unknown : `${company.revenue.replace('-', '–')} US dollars a year`],
  ['Founded', 'year_founded', company.year_founded ?? unknown],
  ['Headquarters', 'hq_location', [company.hq_location, company.hq_country].filter(Boolean).join(', ') || unknown],
  ['Type', 'company_type', company.company_type ?? unknown],
  ['Register status', 'abn_operation_status', company.abn_operation_status ?? unknown],
  ['Phones', 'phones', listed(company.phones)],
  ['Email', 'emails', listed(company.emails)],
  ['Tagline', 'tagline', company.tagline ?? unknown],
  ['Description', 'description', company.description ?? unknown],
];

/** The main values of the profile, each with its source. */
export const ProfilePanel = ({ company, sources, country, onCountry }: ProfilePanelProps) => (
  <Panel
    title="Profile"
    controls={
      <span className="flex items-center gap-2 text-ink-2">
        As served for
        <Select
          label="As served for"
          value={country}
          choices={supportedCountries.map((value) => ({ value, label: countryName(value) }))}
          onChange={onCountry}
        />
      </span>
    }
  >
    <dl>
      {facts(company).map(([label, field, value]) => (
        <FactRow key={label} label={label} field={sources?.fields[field]}>
          {value}
        </FactRow>
      ))}
    </dl>
  </Panel>
);
