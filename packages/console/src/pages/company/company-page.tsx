import type { Company, CompanySources } from '@orgdex/contract';
import { defaultCountry, supportedCountries } from '@orgdex/contract/countries';
import { identifierNames } from '@orgdex/contract/vocabulary';
import { OrgdexError } from '@orgdex/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { ExternalLink } from '../../components/external-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../components/page-header.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { saveFile } from '../../csv.ts';
import { choiceIn, type Params, stateOf, textIn } from '../../search-params.ts';
import { PeopleTab } from './people-tab.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { useCompany, useExplanation, usePeopleCounts, useSources } from './queries.ts';
import { RecordsTab } from './records-tab.tsx';
import {
  Industries,
  Keywords,
  Locations,
  OtherNames,
  Registers,
  Reviews,
  Social,
  Technographics,
} from './side-panels.tsx';
import { WebTraffic } from './web-traffic.tsx';

const route = getRouteApi('/app/companies/$id');
const tabNames = ['overview', 'people', 'records'] as const;
const numberSchemes = ['abn', 'acn', 'nzbn', 'uen', 'duns'] as const;

const Crumbs = ({ name }: { name: string }) => (
  <nav
    aria-label="Breadcrumb"
    className="flex min-h-12 items-center gap-2 border-b border-edge px-4 text-ink-2 md:px-6"
  >
    <Link to="/companies" search={{}} className="hover:text-ink">
      Companies
    </Link>
    <Icon name="right" className="size-3.5" />
    <span aria-current="page" className="truncate">
      {name}
    </span>
  </nav>
);

const Identifier = ({ label, value, title }: { label: string; value: string; title: string }) => (
  <li className="flex h-7 items-center gap-1.5 rounded-md border border-edge-strong pl-2 max-md:h-9" title={title}>
    <span className="text-xs text-ink-3">{label}</span>
    <code className="text-xs">{value}</code>
    <CopyButton text={value} label={`Copy ${title}`} />
  </li>
);

function Heading({ company }: { company: Company }) {
  const { id, website, fqdn, hq_country, abn_operation_status: status, industry_codes: codes } = company;
  const command = `curl -H "Authorization: Bearer $KEY" '${location.origin}/company?id=${encodeURIComponent(id)}'`;
  const download = () => saveFile(`${id}.json`, [JSON.stringify(company, null, 2)], 'application/json');
  return (
    <header className="flex flex-wrap items-start justify-between gap-4 px-4 pt-5 pb-3 md:px-6">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold break-words">{company.name ?? id}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2">
          {status !== null && (
            <span
              className={`badge ${/^active|^registered/i.test(status) ? 'bg-good-soft text-good' : 'bg-sunken text-ink-2'}`}
            >
              {status}
            </span>
          )}
          {hq_country !== null && <span>{hq_country}</span>}
          {website !== null && (
            <span className="flex items-center gap-1.5">
              <Icon name="globe" className="size-3.5 text-accent" />
              <ExternalLink url={website}>{fqdn ?? website}</ExternalLink>
            </span>
          )}
        </p>
        <ul className="mt-3 flex flex-wrap gap-2">
          <Identifier label="Id" value={id} title="the company id" />
          {numberSchemes.flatMap((scheme) => {
            const value = codes[scheme];
            return value === null
              ? []
              : [
                  <Identifier
                    key={scheme}
                    label={scheme.toUpperCase()}
                    value={value}
                    title={identifierNames[scheme]}
                  />,
                ];
          })}
        </ul>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:grow">
        <CopyButton text={command} label="Copy as API call" className="button">
          Copy as API call
        </CopyButton>
        <button type="button" className="button" onClick={download}>
          <Icon name="download" />
          Download JSON
        </button>
      </div>
    </header>
  );
}

interface OverviewProps {
  readonly company: Company;
  readonly sources: CompanySources | undefined;
  readonly country: string;
  readonly onCountry: (country: string) => void;
}

function Overview({ company, sources, country, onCountry }: OverviewProps) {
  const parts = { company, fields: sources?.fields ?? {} };
  return (
    <div className="grid items-start gap-4 p-4 md:px-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <ProfilePanel company={company} sources={sources} country={country} onCountry={onCountry} />
        <WebTraffic {...parts} />
        <Social {...parts} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <OtherNames names={sources?.names} />
        <Locations {...parts} />
        <Industries {...parts} />
        <Registers {...parts} />
        <Technographics {...parts} />
        <Reviews {...parts} />
        <Keywords {...parts} />
      </div>
    </div>
  );
}

function Loaded({ company, params, country }: { company: Company; params: Params; country: string }) {
  const navigate = route.useNavigate();
  const show = (next: Params) => void navigate({ search: next, state: stateOf(next) });
  const tab = choiceIn(params, 'tab', tabNames) ?? 'overview';
  const sources = useSources(company.id, country);
  const explanation = useExplanation(company.id);
  const counts = usePeopleCounts(company.id, country, tab === 'people');
  useTitle(company.name ?? company.id);
  const records = explanation.data?.records ?? sources.data?.records;
  const mergedFrom = textIn(params, 'merged');
  return (
    <>
      <Crumbs name={company.name ?? company.id} />
      {mergedFrom !== undefined && (
        <div className="px-4 pt-4 md:px-6">
          <Notice tone="warn">
            <code>{mergedFrom}</code> was merged into this company.
          </Notice>
        </div>
      )}
      <Heading company={company} />
      {sources.isError && (
        <div className="px-4 pb-3 md:px-6">
          <Notice tone="warn">
            The sources of the values could not be read: {sources.error.message}{' '}
            <button type="button" className="underline" onClick={() => void sources.refetch()}>
              Try again
            </button>
          </Notice>
        </div>
      )}
      <Tabs
        value={tab}
        onChange={(next) => show({ country: params.country, tab: next })}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: (
              <Overview
                company={company}
                country={country}
                sources={sources.data}
                onCountry={(next) => show({ ...params, country: next })}
              />
            ),
          },
          {
            value: 'people',
            label: 'People',
            count: counts.data?.total,
            content: <PeopleTab id={company.id} country={country} params={params} onChange={show} />,
          },
          {
            value: 'records',
            label: 'Records and identity',
            count: records?.length,
            content: <RecordsTab id={company.id} sources={sources.data} />,
          },
        ]}
      />
    </>
  );
}

export function CompanyPage() {
  const { id } = route.useParams();
  const params = route.useSearch();
  const navigate = route.useNavigate();
  const country = choiceIn(params, 'country', supportedCountries) ?? defaultCountry;
  const query = useCompany(id, country);
  const canonicalId = query.data?.canonicalId ?? id;
  useEffect(() => {
    if (canonicalId === id) return;
    void navigate({ params: { id: canonicalId }, search: { ...params, merged: id }, replace: true });
  }, [canonicalId, id, params, navigate]);

  if (query.data) return <Loaded key={id} company={query.data.company} params={params} country={country} />;
  if (query.error instanceof OrgdexError && query.error.code === 'company_not_found') {
    return (
      <EmptyState isPage icon="building" title="No company has this id">
        <p>
          <code className="break-all">{id}</code> is unknown, or the company was removed.
        </p>
        <Link to="/companies" search={{}} className="button">
          Search companies
        </Link>
      </EmptyState>
    );
  }
  if (query.isError) return <ErrorState isPage error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <Crumbs name="Loading" />
      <SkeletonRows rows={10} />
    </>
  );
}
