import type { CompanyCard } from '@orgdex/contract';
import { Link } from '@tanstack/react-router';

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
