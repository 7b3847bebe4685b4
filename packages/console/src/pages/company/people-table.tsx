import type { ChannelFlag, PersonMatch } from '@orgdex/contract';
import { channelFlags } from '@orgdex/contract/vocabulary';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { useSession } from '../../session.ts';

const channels: Record<ChannelFlag, readonly [label: string, icon: IconName]> = {
  has_email: ['Email', 'mail'],
  has_personal_email: ['Personal email', 'home'],
  has_phone: ['Phone', 'phone'],
  has_dnd_phone: ['Do not call', 'warning'],
  has_mobile: ['Mobile', 'mobile'],
};

const Channels = ({ person }: { person: PersonMatch }) => {
  const known = channelFlags.filter((flag) => person[flag]);
  if (known.length === 0) return <span className="text-ink-3">None</span>;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
      {known.map((flag) => {
        const [label, icon] = channels[flag];
        return (
          <li key={flag} className={`flex items-center gap-1 ${flag === 'has_dnd_phone' ? 'text-warn' : 'text-ink-2'}`}>
            <Icon name={icon} className="size-3.5" />
            {label}
          </li>
        );
      })}
    </ul>
  );
};

const shortId = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);

/** Removes a person permanently, after a question. */
function OptOut({ person, onClose }: { person: PersonMatch | undefined; onClose: () => void }) {
  const queryClient = useQueryClient();
  const optOut = async () => {
    if (!person) return;
    await orgdex.admin.addOptOut({ person_id: person.person_id });
    await queryClient.invalidateQueries({ queryKey: ['people'] });
    await queryClient.invalidateQueries({ queryKey: ['people-counts'] });
  };
  return (
    <Confirm
      title="Record an opt-out?"
      action="Remove the person"
      isOpen={person !== undefined}
      onClose={onClose}
      onConfirm={optOut}
    >
      <p>
        The person <code>{person?.person_id}</code> ({person?.position ?? 'no title'}) disappears from all responses at
        once, and later imports refuse it. This cannot be undone.
      </p>
    </Confirm>
  );
}

/** People without names: title, contact channels that exist, and ids. */
export function PeopleTable({ people }: { people: readonly PersonMatch[] }) {
  const { is_admin } = useSession();
  const [leaving, setLeaving] = useState<PersonMatch>();
  return (
    <>
      <ScrollRegion label="Table of people">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Position</th>
              <th scope="col" className="max-sm:hidden">
                On file
              </th>
              <th scope="col">Person</th>
              {is_admin && (
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.person_id}>
                <td>
                  <span className="font-medium">{person.position ?? 'No title'}</span>
                  <span className="mt-0.5 block text-xs sm:hidden">
                    <Channels person={person} />
                  </span>
                </td>
                <td className="text-xs max-sm:hidden">
                  <Channels person={person} />
                </td>
                <td>
                  <span className="flex items-center gap-1">
                    <code className="text-xs whitespace-nowrap" title={person.person_id}>
                      {shortId(person.person_id)}
                    </code>
                    <CopyButton text={person.person_id} label={`Copy the id ${person.person_id}`} />
                  </span>
                  {person.network !== null && (
                    <span className="block text-xs text-ink-3">network {person.network}</span>
                  )}
                </td>
                {is_admin && (
                  <td className="w-px">
                    <button
                      type="button"
                      className="button button-plain button-small"
                      aria-label={`Opt out: ${person.position ?? person.person_id}`}
                      onClick={() => setLeaving(person)}
                    >
                      Opt out…
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <OptOut person={leaving} onClose={() => setLeaving(undefined)} />
    </>
  );
}
