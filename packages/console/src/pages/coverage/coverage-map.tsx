import type { CoverageReport } from '@orgdex/contract';
import { useState } from 'react';
import { HeatMap } from '../../charts/heat-map.tsx';
import { Legend } from '../../charts/stacked-bar.tsx';
import { CountryCode } from '../../components/badge.tsx';
import { countryName, formatNumber, formatShare, plural } from '../../format.ts';

/** The fields that the map shows, with short names; the report has all. */
const fields: Record<string, string> = {
  name: 'Name',
  abn_operation_status: 'Status',
  company_type: 'Type',
  hq_location: 'HQ',
  locations: 'Places',
  year_founded: 'Founded',
  industries: 'Industry',
  website: 'Website',
  phones: 'Phones',
  emails: 'Email',
  employee_count: 'Employees',
  company_size: 'Size',
  revenue: 'Revenue',
  network: 'Network',
  'nextGen.technographics': 'Tech',
};

const bounds = [0.0001, 0.1, 0.35, 0.65, 0.9];
const stepOf = (share: number): number => bounds.filter((bound) => share >= bound).length;
const legend = [
  { label: 'none', color: 'bg-heat-0' },
  { label: '<10', color: 'bg-heat-1' },
  { label: '10', color: 'bg-heat-2' },
  { label: '35', color: 'bg-heat-3' },
  { label: '65', color: 'bg-heat-4' },
  { label: '90+', color: 'bg-heat-5' },
];

type Country = CoverageReport['countries'][number];
type FieldCoverage = Country['fields'][number];

function Chosen({ country, field }: { country: Country; field: FieldCoverage }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1">
      <span className="font-medium">
        {countryName(country.country)}, {fields[field.field] ?? field.field}:{' '}
        {formatShare(field.filled / Math.max(1, country.companies))}
      </span>
      <span className="text-ink-2">{plural(field.filled, 'company', 'companies')}</span>
      {field.age && (
        <span className="text-ink-2">
          median age {plural(field.age.median, 'day')}, 90th percentile {plural(field.age.p90, 'day')}
        </span>
      )}
      {field.sources.slice(0, 4).map(({ source, count }) => (
        <span key={source} className="text-ink-2">
          <code>{source}</code> {formatShare(count / Math.max(1, field.filled))}
        </span>
      ))}
    </p>
  );
}

/** The share of companies with a value, by country and field. */
export function CoverageMap({ report }: { report: CoverageReport }) {
  const [chosen, setChosen] = useState<readonly [number, number]>();
  const countries = report.countries.filter(({ companies }) => companies > 0);
  const names = Object.keys(fields).filter((name) => countries[0]?.fields.some(({ field }) => field === name));
  const fieldOf = (country: Country, name: string | undefined) => country.fields.find(({ field }) => field === name);
  const rows = countries.map((country, row) => ({
    key: country.country,
    head: (
      <span className="flex items-center gap-2">
        <CountryCode code={country.country} />
        {countryName(country.country)}
        <span className="ml-auto pl-4 text-ink-3">{formatNumber(country.companies)}</span>
      </span>
    ),
    cells: names.map((name, column) => {
      const share = (fieldOf(country, name)?.filled ?? 0) / country.companies;
      return {
        text: share === 0 ? '–' : share < 0.01 ? '<1' : String(Math.round(100 * share)),
        step: stepOf(share),
        label: `${countryName(country.country)}, ${fields[name]}, percent`,
        isSelected: chosen?.[0] === row && chosen[1] === column,
      };
    }),
  }));
  const country = chosen && countries[chosen[0]];
  const field = country && fieldOf(country, names[chosen[1]]);
  return (
    <>
      <div className="overflow-x-auto px-4 py-3">
        <div className="min-w-[56rem]">
          <HeatMap
            label="Share of companies with a value, in percent, by country and field"
            headWidth="w-48"
            columns={names.map((name) => fields[name] ?? name)}
            rows={rows}
            onSelect={(row, column) => setChosen([row, column])}
          />
        </div>
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-t border-edge px-4 py-2 text-xs">
        <div role="status">
          {country && field ? (
            <Chosen country={country} field={field} />
          ) : (
            <span className="text-ink-2">Choose a cell to see sources and age.</span>
          )}
        </div>
        <Legend parts={legend} />
      </div>
    </>
  );
}
