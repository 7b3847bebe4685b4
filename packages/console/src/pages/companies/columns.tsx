import type { CompanyCard, SearchSort } from '@orgdex/contract';
import { Link } from '@tanstack/react-router';
import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import { Badge, CountryCode } from '../../components/badge.tsx';
import { formatBand, formatNumber } from '../../format.ts';
import { listIn, type Params } from '../../search-params.ts';

export const features = tableFeatures({ columnVisibilityFeature });
const helper = createColumnHelper<typeof features, CompanyCard>();

/** What a column is called, and the orders that its head switches between. */
interface ColumnFacts {
  readonly label: string;
  /** In rem, at least; the columns share what is left. */
  readonly width: number;
  readonly isNumber?: boolean;
  readonly sorts?: readonly SearchSort[];
}

export const columnFacts: Record<string, ColumnFacts> = {
  name: { label: 'Company', width: 14, sorts: ['name'] },
  place: { label: 'Place', width: 13 },
  industry: { label: 'Industry', width: 11 },
  type: { label: 'Type', width: 9 },
  number: { label: 'Register number', width: 12 },
  employees: { label: 'Employees', width: 7, isNumber: true, sorts: ['-employee_count', 'employee_count'] },
  founded: { label: 'Founded', width: 5.5, isNumber: true, sorts: ['-year_founded', 'year_founded'] },
  status: { label: 'Status', width: 5.5 },
};

const unknown = <span className="text-ink-3">–</span>;

export const Status = ({ status }: { status: CompanyCard['status'] }) =>
  status === null ? (
    unknown
  ) : (
    <Badge tone={status === 'active' ? 'good' : 'neutral'}>{status === 'active' ? 'Active' : 'Inactive'}</Badge>
  );

export const Place = ({ company: { country, hq_location } }: { company: CompanyCard }) => (
  <span className="flex min-w-0 items-center gap-2">
    {country && <CountryCode code={country} />}
    <span className="truncate">{hq_location ?? ''}</span>
  </span>
);

export const employeesOf = ({ employee_count, company_size }: CompanyCard): string | undefined =>
  company_size !== null ? formatBand(company_size) : employee_count === null ? undefined : formatNumber(employee_count);

/** The first register number that is known. */
function RegisterNumber({ identifiers }: { identifiers: CompanyCard['identifiers'] }) {
  const [scheme, number] = Object.entries(identifiers).find(([, value]) => value !== null) ?? [];
  if (scheme === undefined) return unknown;
  return (
    <span className="whitespace-nowrap">
      <span className="text-xs text-ink-3 uppercase">{scheme}</span> <code className="text-xs">{number}</code>
    </span>
  );
}

export const columns = helper.columns([
  helper.display({ id: 'name', cell: ({ row }) => <CompanyName company={row.original} /> }),
  helper.display({ id: 'place', cell: ({ row }) => <Place company={row.original} /> }),
  helper.display({
    id: 'industry',
    cell: ({ row }) => <span className="block truncate text-ink-2">{row.original.industries[0] ?? unknown}</span>,
  }),
  helper.display({ id: 'type', cell: ({ row }) => row.original.company_type ?? unknown }),
  helper.display({ id: 'number', cell: ({ row }) => <RegisterNumber identifiers={row.original.identifiers} /> }),
  helper.display({ id: 'employees', cell: ({ row }) => employeesOf(row.original) ?? unknown }),
  helper.display({ id: 'founded', cell: ({ row }) => row.original.year_founded ?? unknown }),
  helper.display({ id: 'status', cell: ({ row }) => <Status status={row.original.status} /> }),
]);

/** The columns that are hidden until the user asks for them. */
const hiddenAtFirst: readonly string[] = ['type', 'number'];
/** Stands in the address for an empty list. */
const none = 'none';

/** The hidden columns that an address names. */
export const hiddenIn = (params: Params): readonly string[] => {
  const listed = listIn(params, 'hide');
  return listed.length === 0 ? hiddenAtFirst : listed.filter((id) => id !== none);
};

/** The parameter for these hidden columns. */
export const toHide = (hidden: readonly string[]): readonly string[] => (hidden.length === 0 ? [none] : hidden);

/** The name as a link, with the name that matched or the domain below. */
export const CompanyName = ({ company }: { company: CompanyCard }) => (
  <span className="block min-w-0">
    <Link
      to="/companies/$id"
      params={{ id: company.id }}
      search={{}}
      data-row
      className="block truncate font-medium hover:text-accent hover:underline"
    >
      {company.name ?? company.id}
    </Link>
    <span className="block truncate text-xs text-ink-3">
      {company.matched_name === null ? (company.fqdn ?? '') : `Matched “${company.matched_name}”`}
    </span>
  </span>
);
