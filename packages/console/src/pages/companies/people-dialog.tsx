import type { CompanyCard, CompanyPeopleResult } from '@orgdex/contract';
import { defaultCountry, supportedCountries } from '@orgdex/contract/countries';
import { companyPeopleLimits, maxPositionLength } from '@orgdex/contract/limits';
import { channelFlags, departments, seniorities } from '@orgdex/contract/vocabulary';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { orgdex } from '../../client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field, textOfField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { choicesOf, Select } from '../../components/select.tsx';
import { formatRow, saveCsv } from '../../csv.ts';
import { formatNumber, plural } from '../../format.ts';
import { useSession } from '../../session.ts';

interface Wanted {
  readonly position: string;
  readonly seniority: string;
  readonly department: string;
  readonly perCompany: number;
}

/** A request is about one country: that of the company, if people can be searched there. */
const countryOf = ({ country }: CompanyCard): string =>
  supportedCountries.find((code) => code === country) ?? defaultCountry;

async function findPeople(companies: readonly CompanyCard[], wanted: Wanted): Promise<CompanyPeopleResult[]> {
  const positions = wanted.position
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const found = new Map<string, CompanyPeopleResult>();
  for (const [country, group] of Map.groupBy(companies, countryOf)) {
    for (let at = 0; at < group.length; at += companyPeopleLimits.maxCompanies) {
      const { results } = await orgdex.companies.people({
        companies: group.slice(at, at + companyPeopleLimits.maxCompanies).map(({ id }) => ({ ref: id, id })),
        selected_country: country,
        per_company: wanted.perCompany,
        ...(positions.length === 0 ? {} : { position: positions.slice(0, companyPeopleLimits.maxPositions) }),
        ...(wanted.seniority === '' ? {} : { seniority: [wanted.seniority] }),
        ...(wanted.department === '' ? {} : { department: [wanted.department] }),
      });
      for (const result of results) found.set(result.ref ?? '', result);
    }
  }
  return companies.flatMap(({ id }) => found.get(id) ?? []);
}

// biome-ignore format: a list of names
const header = [
  'company_id', 'company_name', 'company_fqdn', 'company_region', 'company_hq_location', 'company_size',
  'company_industry', 'person_id', 'position', 'network', ...channelFlags,
];

function saveAsCsv(results: readonly CompanyPeopleResult[], companies: readonly CompanyCard[]): void {
  const cards = new Map(companies.map((company) => [company.id, company]));
  const rows = results.flatMap(({ ref, company, people }) => {
    const { region, hq_location, company_size, industries } = cards.get(ref ?? '') ?? {};
    const facts = [
      company?.id,
      company?.name,
      company?.fqdn,
      region,
      hq_location,
      company_size,
      industries?.join('; '),
    ];
    return people.map((person) =>
      formatRow([
        ...facts,
        person.person_id,
        person.position,
        person.network,
        ...channelFlags.map((flag) => String(person[flag])),
      ]),
    );
  });
  saveCsv('people.csv', [formatRow(header), ...rows]);
}

function Found({ results, companies }: { results: readonly CompanyPeopleResult[]; companies: readonly CompanyCard[] }) {
  const people = results.reduce((sum, one) => sum + one.people.length, 0);
  return (
    <section aria-label="People found" className="rounded-md border border-edge">
      <div className="flex items-center justify-between gap-2 border-b border-edge px-3 py-2">
        <p role="status">
          {plural(people, 'person', 'people')} in{' '}
          {plural(results.filter(({ status }) => status === 'found').length, 'company', 'companies')}
        </p>
        <button
          type="button"
          className="button button-small"
          disabled={people === 0}
          onClick={() => saveAsCsv(results, companies)}
        >
          <Icon name="download" />
          Save as CSV
        </button>
      </div>
      <ScrollRegion label="People of each company" className="max-h-72">
        <ul className="divide-y divide-edge">
          {results.map(({ ref, company, status, total, people: list }) => (
            <li key={ref} className="px-3 py-2">
              <span className="flex justify-between gap-3">
                <span className="truncate font-medium">{company?.name ?? ref}</span>
                <span className="text-xs whitespace-nowrap text-ink-3">
                  {status === 'found' ? `${list.length} of ${formatNumber(total)}` : 'No people match'}
                </span>
              </span>
              {list.map(({ person_id, position }) => (
                <span key={person_id} className="block text-ink-2">
                  {position ?? 'No title'}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </section>
  );
}

interface PeopleDialogProps {
  readonly companies: readonly CompanyCard[];
  /** The companies are those of one page of the result, not a selection. */
  readonly isPage: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Finds people in several companies at once, such as their heads of sales. */
export function PeopleDialog({ companies, isPage, isOpen, onClose }: PeopleDialogProps) {
  const { is_metered } = useSession();
  const [seniority, setSeniority] = useState('');
  const [department, setDepartment] = useState('');
  const find = useMutation({ mutationFn: (wanted: Wanted) => findPeople(companies, wanted) });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    find.mutate({
      position: textOfField(data, 'position'),
      perCompany: Number(data.get('per')),
      seniority,
      department,
    });
  };
  return (
    <Dialog
      title={`Find people in ${plural(companies.length, 'company', 'companies')}${isPage ? ' of this page' : ''}`}
      description={[
        'A person is a job title and an id: names are not stored.',
        ...(isPage ? ['To search in other companies, select them in the list.'] : []),
        ...(is_metered ? ['Each company with at least one person costs one credit.'] : []),
      ].join(' ')}
      isOpen={isOpen}
      onClose={onClose}
      width="max-w-2xl"
    >
      <form onSubmit={submit} className="grid items-end gap-3 sm:grid-cols-2">
        <Field label="Job title" hint="Several titles separated by commas">
          {(ids) => (
            <input
              {...ids}
              name="position"
              maxLength={maxPositionLength}
              placeholder="head of sales"
              className="input"
            />
          )}
        </Field>
        <Field label="People in each company" hint={`At most ${companyPeopleLimits.maxPerCompany}`}>
          {(ids) => (
            <input
              {...ids}
              name="per"
              type="number"
              min={1}
              max={companyPeopleLimits.maxPerCompany}
              defaultValue={companyPeopleLimits.defaultPerCompany}
              className="input"
            />
          )}
        </Field>
        <Field label="Seniority">
          {({ id }) => (
            <Select
              id={id}
              label="Seniority"
              value={seniority}
              choices={choicesOf(seniorities, 'All levels')}
              onChange={setSeniority}
            />
          )}
        </Field>
        <Field label="Department">
          {({ id }) => (
            <Select
              id={id}
              label="Department"
              value={department}
              choices={choicesOf(departments, 'All departments')}
              onChange={setDepartment}
            />
          )}
        </Field>
        <button type="submit" className="button button-primary justify-self-start" disabled={find.isPending}>
          {find.isPending ? 'Searching…' : 'Find people'}
        </button>
      </form>
      <div className="mt-4 flex flex-col gap-3">
        <ErrorNotice error={find.error} />
        {find.data && <Found results={find.data} companies={companies} />}
      </div>
    </Dialog>
  );
}
