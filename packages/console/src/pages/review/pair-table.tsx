import type { ReviewedMatch } from '@orgdex/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { countryName, formatBand, formatDay, formatNumber, formatWeight } from '../../format.ts';

type Side = ReviewedMatch['company'];
type Evidence = ReviewedMatch['evidence'][number];

const none = <span className="text-ink-3">not stated</span>;
const joined = (values: readonly (string | null)[]): ReactNode => {
  const stated = values.filter((value) => value !== null && value !== '');
  return stated.length === 0 ? none : stated.join(', ');
};

function Name({ side }: { side: Side }) {
  return (
    <>
      {side.name ?? none}
      {side.trading_names.length > 0 && (
        <span className="block text-xs text-ink-3">trades as {side.trading_names.join(', ')}</span>
      )}
      {side.former_names.length > 0 && (
        <span className="block text-xs text-ink-3">formerly {side.former_names.join(', ')}</span>
      )}
    </>
  );
}

const employees = ({ employee_count, company_size }: Side): ReactNode =>
  employee_count !== null ? formatNumber(employee_count) : company_size !== null ? formatBand(company_size) : none;

/** The rows of the table: what it is, how a side states it, and which evidence belongs to it. */
const rows: readonly { label: string; of: (side: Side) => ReactNode; feature?: Evidence['feature'] }[] = [
  { label: 'Name', of: (side) => <Name side={side} />, feature: 'name' },
  { label: 'Region', of: ({ region, hq_location }) => joined([region, hq_location]), feature: 'region' },
  { label: 'Country', of: ({ country }) => (country === null ? none : countryName(country)) },
  { label: 'Domain, slug', of: ({ fqdn, network }) => joined([fqdn, network]), feature: 'domain' },
  { label: 'Founded', of: ({ year_founded }) => year_founded ?? none, feature: 'year_founded' },
  { label: 'Industry', of: ({ industries }) => joined(industries) },
  { label: 'Employees', of: employees },
  { label: 'Type', of: ({ company_type }) => company_type ?? none },
  { label: 'Observed', of: ({ observed }) => formatDay(observed) },
];

const toneOf = ({ weight, conflict }: Evidence): Tone =>
  conflict || weight <= -0.05 ? 'bad' : weight >= 0.05 ? 'good' : 'neutral';

function Finding({ evidence }: { evidence: Evidence | undefined }) {
  if (!evidence) return <span className="text-ink-3">Not compared</span>;
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="min-w-0">
        <Badge tone={toneOf(evidence)}>{evidence.text ?? 'not known'}</Badge>
      </span>
      <span className={toneOf(evidence) === 'neutral' ? 'text-ink-3' : 'font-medium'}>
        {formatWeight(evidence.weight)}
      </span>
    </span>
  );
}

const SideHead = ({ side, kind }: { side: Side; kind: string }) => (
  <th scope="col" className="border-l border-edge px-4 py-3 text-left align-top font-normal">
    <span className="flex flex-wrap items-center gap-2">
      <code className="text-xs break-all">
        {side.source}:{side.key}
      </code>
      <Badge tone={kind === 'Register' ? 'accent' : 'neutral'}>{kind}</Badge>
    </span>
    <Link to="/companies/$id" params={{ id: side.company_id }} search={{}} className="font-medium hover:underline">
      {side.name ?? side.company_id}
    </Link>
  </th>
);

/** Both sides of a match, fact by fact, with what each comparison adds. */
export function PairTable({ match }: { match: ReviewedMatch }) {
  const evidenceOf = (feature: Evidence['feature'] | undefined) =>
    match.evidence.find((one) => one.feature === feature);
  const namesakes = evidenceOf('namesakes');
  return (
    <ScrollRegion label="Comparison" className="panel">
      <table className="w-full min-w-[42rem] table-fixed">
        <colgroup>
          <col className="w-32" />
          <col />
          <col />
          <col className="w-64" />
        </colgroup>
        <thead>
          <tr>
            <td />
            <SideHead side={match.unregistered} kind="No register number" />
            <SideHead side={match.company} kind="Register" />
            <th
              scope="col"
              className="border-l border-edge px-4 py-3 text-left align-middle text-xs font-normal text-ink-2"
            >
              Evidence
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-edge border-t border-edge">
          {rows.map(({ label, of, feature }) => (
            <tr key={label}>
              <th scope="row" className="px-4 py-2 text-left align-top font-normal text-ink-3">
                {label}
              </th>
              <td className="border-l border-edge px-4 py-2 align-top break-words">{of(match.unregistered)}</td>
              <td className="border-l border-edge px-4 py-2 align-top break-words">{of(match.company)}</td>
              <td className="border-l border-edge px-4 py-2">
                <Finding evidence={evidenceOf(feature)} />
              </td>
            </tr>
          ))}
          {namesakes && (
            <tr>
              <th scope="row" className="px-4 py-2 text-left font-normal text-ink-3">
                Namesakes
              </th>
              <td colSpan={2} className="border-l border-edge px-4 py-2">
                {namesakes.text ?? 'not known'}
              </td>
              <td className="border-l border-edge px-4 py-2">
                <Finding evidence={namesakes} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
