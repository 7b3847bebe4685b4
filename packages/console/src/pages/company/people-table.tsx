import type { PersonMatch } from '@orgdex/contract';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { ContactChannels } from '../../components/contact-channels.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { actionsColumn, type Column, DataTable } from '../../components/data-table.tsx';
import { useSession } from '../../session.ts';

const shortId = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);

/** Removes a person permanently, after a question. */
const OptOut = ({ person: { person_id, position }, onClose }: { person: PersonMatch; onClose: () => void }) => (
  <Confirm
    title="Record an opt-out?"
    action="Remove the person"
    onClose={onClose}
    onConfirm={() => orgdex.admin.addOptOut({ person_id })}
    refreshes={['people', 'people-counts']}
  >
    <p>
      The person <code>{person_id}</code> ({position ?? 'no title'}) disappears from all responses at once, and later
      imports refuse it. A mistake can be lifted under Privacy.
    </p>
  </Confirm>
);

const columns: readonly Column<PersonMatch>[] = [
  {
    head: 'Position',
    cell: (person) => (
      <>
        <span className="font-medium">{person.position ?? 'No title'}</span>
        <span className="mt-0.5 block text-xs sm:hidden">
          <ContactChannels of={person} />
        </span>
      </>
    ),
  },
  { head: 'On file', className: 'text-xs max-sm:hidden', cell: (person) => <ContactChannels of={person} /> },
  {
    head: 'Person',
    cell: ({ person_id, network }) => (
      <>
        <span className="flex items-center gap-1">
          <code className="text-xs whitespace-nowrap" title={person_id}>
            {shortId(person_id)}
          </code>
          <CopyButton text={person_id} label={`Copy the id ${person_id}`} />
        </span>
        {network !== null && <span className="block text-xs text-ink-3">network {network}</span>}
      </>
    ),
  },
];

/** People without names: title, contact channels that exist, and ids. */
export function PeopleTable({ people }: { people: readonly PersonMatch[] }) {
  const { is_admin } = useSession();
  const [leaving, setLeaving] = useState<PersonMatch>();
  const actions = actionsColumn<PersonMatch>((person) => (
    <button
      type="button"
      className="button button-plain button-small"
      aria-label={`Opt out: ${person.position ?? person.person_id}`}
      onClick={() => setLeaving(person)}
    >
      Opt out…
    </button>
  ));
  return (
    <>
      <DataTable
        of="people"
        rows={people}
        columns={is_admin ? [...columns, actions] : columns}
        keyOf={({ person_id }) => person_id}
      />
      {leaving && <OptOut person={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}
