import type { FoundCompanies } from '@orgdex/contract';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/states.tsx';
import { formatNumber } from '../../format.ts';
import type { Params } from '../../search-params.ts';
import { useSession } from '../../session.ts';
import { chipsOf } from './filter-chips.tsx';
import { filterLabels } from './labels.ts';
import { queryOf, without, withoutFilters } from './view.ts';

interface NoResultsProps {
  readonly params: Params;
  readonly diagnosis: FoundCompanies['diagnosis'];
  readonly onChange: (params: Params) => void;
}

const fieldOf = (remove: string): string => {
  const name = remove.replace(/^filter\./, '');
  return filterLabels[name as keyof typeof filterLabels] ?? name.replaceAll('_', ' ');
};

/** Nothing was ever published. */
function NothingLoaded() {
  const { is_admin } = useSession();
  return (
    <EmptyState icon="building" title="No companies yet">
      {is_admin ? (
        <>
          <p>Load a register or a file of your own. Companies appear here a few seconds after they are published.</p>
          <code className="rounded-md border border-edge bg-sunken px-3 py-2 text-xs">
            npx orgdex import companies accounts.csv --source crm --dry-run
          </code>
          <Link to="/imports" className="button">
            Open imports
          </Link>
        </>
      ) : (
        <p>The operator has not loaded any companies.</p>
      )}
    </EmptyState>
  );
}

/** Nothing matches: which filter to remove, and what that would find. */
export function NoResults({ params, diagnosis, onChange }: NoResultsProps) {
  const q = queryOf(params);
  const filters = chipsOf(params).length;
  if (q === '' && filters === 0) return <NothingLoaded />;
  return (
    <EmptyState title="No companies match">
      {diagnosis && diagnosis.length > 0 ? (
        <>
          <p>Try without one of these:</p>
          <ul className="w-80 max-w-full divide-y divide-edge text-left">
            {diagnosis.map(({ remove, total }) => (
              <li key={remove} className="flex items-center gap-3 py-1.5">
                <span className="font-medium">{remove === 'q' ? `“${q}”` : fieldOf(remove)}</span>
                <span className="ml-auto text-ink-3">{formatNumber(total)} without it</span>
                <button type="button" className="button button-small" onClick={() => onChange(without(params, remove))}>
                  Remove
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Check the spelling, or use fewer words.</p>
      )}
      {filters > 0 && (
        <button type="button" className="link" onClick={() => onChange(withoutFilters(params))}>
          Clear all filters
        </button>
      )}
    </EmptyState>
  );
}
