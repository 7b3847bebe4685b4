import type { CompanyCard, FoundCompanies } from '@orgdex/contract';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { Params } from '../../search-params.ts';
import { isAllowed, useSession } from '../../session.ts';
import { ExportDialog } from './export-dialog.tsx';
import { PeopleDialog } from './people-dialog.tsx';
import { searchOf } from './view.ts';

const commandOf = (params: Params): string =>
  [
    `curl -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\`,
    `  '${location.origin}/companies/search' -d '${JSON.stringify(searchOf(params)).replaceAll("'", "'\\''")}'`,
  ].join('\n');

interface ActionsProps {
  readonly params: Params;
  readonly found: FoundCompanies | undefined;
  readonly selected: readonly CompanyCard[];
}

/** What can be done with the result: copy the request, find people, save a file. */
export function Actions({ params, found, selected }: ActionsProps) {
  const session = useSession();
  const [dialog, setDialog] = useState<'people' | 'export'>();
  const isEmpty = !found || found.companies.length === 0;
  const close = () => setDialog(undefined);
  return (
    <>
      <CopyButton text={() => commandOf(params)} label="Copy as API call" className="button button-plain">
        Copy as API call
      </CopyButton>
      {isAllowed(session, 'people:search') && (
        <button type="button" className="button" disabled={isEmpty} onClick={() => setDialog('people')}>
          <Icon name="people" />
          Find people
        </button>
      )}
      <button type="button" className="button" disabled={isEmpty} onClick={() => setDialog('export')}>
        <Icon name="download" />
        Save as CSV
      </button>
      {found && dialog === 'people' && (
        <PeopleDialog
          companies={selected.length > 0 ? selected : found.companies}
          isPage={selected.length === 0}
          isOpen
          onClose={close}
        />
      )}
      {found && (
        <ExportDialog search={searchOf(params)} total={found.total} isOpen={dialog === 'export'} onClose={close} />
      )}
    </>
  );
}
