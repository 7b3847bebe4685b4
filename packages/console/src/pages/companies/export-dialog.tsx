import type { CompanyCard, FoundCompanies, Session } from '@orgdex/contract';
import { searchLimits } from '@orgdex/contract/limits';
import { cardIdentifiers } from '@orgdex/contract/vocabulary';
import type { CompanySearch } from '@orgdex/sdk';
import { useRef, useState } from 'react';
import { orgdex } from '../../client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { type Cell, formatRow, saveCsv } from '../../csv.ts';
import { formatNumber, plural } from '../../format.ts';
import { useSession } from '../../session.ts';

/** The longest file: more is a job for the API. */
const maxExported = 5000;

// biome-ignore format: a list of names
const fields = [
  'id', 'name', 'fqdn', 'network', 'company_type', 'company_size', 'employee_count', 'year_founded', 'hq_location',
  'country', 'region', 'status',
] as const satisfies readonly (keyof CompanyCard)[];
const header: readonly string[] = [...fields, 'industries', ...cardIdentifiers];

const cellsOf = (company: CompanyCard): Cell[] => [
  ...fields.map((field) => company[field]),
  company.industries.join('; '),
  ...cardIdentifiers.map((scheme) => company.identifiers[scheme]),
];

interface Progress {
  readonly done: number;
  readonly error?: string;
}

/** Reads page by page and saves the file; a failure in between saves nothing. */
function useExport(search: CompanySearch, onDone: () => void) {
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  const stop = () => {
    running.current?.abort();
    setProgress(undefined);
  };
  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    const rows = [formatRow(header)];
    setProgress({ done: 0 });
    try {
      const sized = { ...search, size: searchLimits.maxSize };
      for await (const { companies } of orgdex.companies.search(sized, { signal: controller.signal }).pages()) {
        rows.push(...companies.map((company) => formatRow(cellsOf(company))));
        setProgress({ done: rows.length - 1 });
        if (rows.length > maxExported) break;
      }
      saveCsv('companies.csv', rows);
      setProgress(undefined);
      onDone();
    } catch (error) {
      if (!controller.signal.aborted) setProgress({ done: rows.length - 1, error: (error as Error).message });
    }
  };
  return { progress, start, stop };
}

interface ExportDialogProps {
  readonly search: CompanySearch;
  readonly total: FoundCompanies['total'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function contentOf({ value, relation }: FoundCompanies['total']): string {
  const all = `${relation === 'gte' ? 'more than ' : ''}${plural(value, 'company', 'companies')}`;
  if (value <= maxExported) return `The file will have ${all}.`;
  return `The file will have the first ${formatNumber(maxExported)} of ${all}. Narrow the search to get all of them.`;
}

function costOf({ is_metered, credits_remaining }: Session, pages: number): string {
  if (!is_metered) return 'It costs no credits with this key.';
  const left = credits_remaining === null ? '' : ` You have ${formatNumber(credits_remaining)} left this month.`;
  return `It costs ${plural(pages, 'credit')}: one for each ${searchLimits.maxSize} companies.${left}`;
}

/** What the file will contain and cost, before anything is read. */
export function ExportDialog({ search, total, isOpen, onClose }: ExportDialogProps) {
  const session = useSession();
  const { progress, start, stop } = useExport(search, onClose);
  const isBusy = progress !== undefined && progress.error === undefined;
  const rows = Math.min(total.value, maxExported);
  const pages = Math.ceil(rows / searchLimits.maxSize);
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog
      title="Save as CSV"
      isOpen={isOpen}
      onClose={close}
      width="max-w-md"
      actions={
        <button type="button" className="button button-primary" disabled={isBusy} onClick={() => void start()}>
          {isBusy ? `${formatNumber(progress.done)} of ${formatNumber(rows)}…` : 'Save'}
        </button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{contentOf(total)}</p>
        <p className="text-ink-2">{costOf(session, pages)}</p>
        {progress?.error !== undefined && <Notice tone="bad">{progress.error}</Notice>}
      </div>
    </Dialog>
  );
}
