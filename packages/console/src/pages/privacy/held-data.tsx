import type { HeldData, HeldPerson } from '@orgdex/contract';
import { Link } from '@tanstack/react-router';
import { ContactChannels } from '../../components/contact-channels.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatDay, formatMoment, plural } from '../../format.ts';

type Position = HeldPerson['positions'][number];
type HeldRecord = HeldPerson['records'][number];
type Disclosure = HeldData['received'][number];

const none = <span className="text-ink-3">–</span>;

const Employer = ({ company }: { company: HeldRecord['company'] }) =>
  company === null ? (
    none
  ) : (
    <Link to="/companies/$id" params={{ id: company.id }} search={{}} className="link">
      {company.name ?? company.id}
    </Link>
  );

const positionColumns: readonly Column<Position>[] = [
  { head: 'Company', cell: ({ company }) => <Employer company={company} /> },
  { head: 'Title', cell: ({ position }) => position ?? none },
  { head: 'Country', cell: ({ country }) => country },
  { head: 'On file', className: 'text-xs', cell: (position) => <ContactChannels of={position} /> },
];

const recordColumns: readonly Column<HeldRecord>[] = [
  {
    head: 'Record',
    cell: ({ source, key }) => (
      <>
        <code className="block text-xs">{source}</code>
        <code className="block text-xs break-all text-ink-3">{key}</code>
      </>
    ),
  },
  { head: 'Company', cell: ({ company }) => <Employer company={company} /> },
  { head: 'Title', cell: ({ position }) => position ?? none },
  { head: 'First import', cell: ({ first_import }) => (first_import.at ? formatMoment(first_import.at) : none) },
  { head: 'Last observed', cell: ({ last_observed }) => formatDay(last_observed) },
  { head: 'Hashes', isNumber: true, cell: ({ contact_hashes }) => contact_hashes.length },
];

const receivedColumns: readonly Column<Disclosure>[] = [
  { head: 'When', cell: ({ at }) => formatMoment(at) },
  {
    head: 'Account',
    cell: ({ account, key }) => (
      <>
        <span className="block font-medium">{account}</span>
        <code className="block text-xs text-ink-3">{key}</code>
      </>
    ),
  },
  { head: 'Operation', cell: ({ operation }) => <code className="text-xs">{operation}</code> },
  { head: 'Purpose', cell: ({ purpose }) => purpose ?? none },
];

const Heading = ({ children }: { children: string }) => (
  <h4 className="px-4 pt-2 text-xs font-medium text-ink-2">{children}</h4>
);

interface PersonProps {
  readonly person: HeldPerson;
  /** Present if others match, too. */
  readonly onOnly: (() => void) | undefined;
}

function Person({ person, onOnly }: PersonProps) {
  const { person_id, former_ids, profile_slugs, positions, records } = person;
  const names = [...profile_slugs.map((slug) => `profile ${slug}`), ...former_ids.map((id) => `formerly ${id}`)];
  return (
    <section aria-label={`Person ${person_id}`} className="border-t border-edge">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <div className="min-w-0">
          <h3 className="flex items-center gap-1 font-medium">
            <code className="text-xs break-all">{person_id}</code>
            <CopyButton text={person_id} label={`Copy the id ${person_id}`} />
          </h3>
          <p className="text-xs break-words text-ink-3">{names.join(', ')}</p>
        </div>
        {onOnly && (
          <button
            type="button"
            className="button button-small"
            aria-label={`Only this person, ${person_id}`}
            onClick={onOnly}
          >
            Only this person
          </button>
        )}
      </div>
      {positions.length > 0 && (
        <>
          <Heading>In people searches</Heading>
          <DataTable
            of={`positions of ${person_id}`}
            rows={positions}
            columns={positionColumns}
            keyOf={({ company }) => company.id}
          />
        </>
      )}
      <Heading>Records of sources</Heading>
      <DataTable
        of={`records of ${person_id}`}
        className="min-w-[44rem]"
        rows={records}
        columns={recordColumns}
        keyOf={({ source, key }) => `${source} ${key}`}
      />
    </section>
  );
}

function Summary({ held }: { held: HeldData }) {
  const { people, suppressed, staged_rows, ended_positions } = held;
  const rest = [
    ...(ended_positions > 0
      ? [`${plural(ended_positions, 'position')} ended; an id and a company are left of each until the next expiry.`]
      : []),
    ...(staged_rows > 0 ? [`Unfinished imports have ${plural(staged_rows, 'row')} about this person.`] : []),
  ];
  return (
    <div className="flex flex-col gap-2 p-4">
      {people.length > 1 && (
        <Notice tone="warn">
          {plural(people.length, 'person', 'people')} match. Find out which of them asks before you send or erase
          anything.
        </Notice>
      )}
      {suppressed && <Notice tone="info">This person has opted out or was erased. Later imports refuse them.</Notice>}
      {people.length === 0 && !suppressed && <Notice tone="info">Nothing is stored about this person.</Notice>}
      {rest.map((sentence) => (
        <p key={sentence} className="text-ink-2">
          {sentence}
        </p>
      ))}
      <p className="text-xs text-ink-3">
        Names, email addresses and phone numbers are not stored: only keyed hashes of contact values, which are never
        shown.
      </p>
    </div>
  );
}

/** Everything that is stored about a person, as in the downloaded file. */
export function HeldDataView({ held, onOnly }: { held: HeldData; onOnly: (id: string) => void }) {
  const { people, received } = held;
  return (
    <>
      <Summary held={held} />
      {people.map((person) => (
        <Person
          key={person.person_id}
          person={person}
          onOnly={people.length > 1 ? () => onOnly(person.person_id) : undefined}
        />
      ))}
      {people.length > 0 && (
        <section aria-label="Recipients" className="border-t border-edge">
          <h3 className="px-4 pt-3 font-medium">Who received it in the last 90 days</h3>
          {received.length === 0 ? (
            <p className="px-4 pb-3 text-ink-2">
              No recorded response. Responses are recorded only for keys that are set to it, under Access.
            </p>
          ) : (
            <DataTable of="recipients" rows={received} columns={receivedColumns} keyOf={(_, place) => String(place)} />
          )}
        </section>
      )}
    </>
  );
}
