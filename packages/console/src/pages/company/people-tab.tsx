import type { PeopleQuestion } from '@orgdex/contract';
import { maxPositionLength } from '@orgdex/contract/limits';
import { departments, seniorities } from '@orgdex/contract/vocabulary';
import { type SubmitEvent, useState } from 'react';
import { CursorPager } from '../../components/cursor-pager.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { choicesOf, Select } from '../../components/select.tsx';
import { EmptyState, NoPermission } from '../../components/states.tsx';
import { formatNumber } from '../../format.ts';
import { type Params, textIn, useGoBack } from '../../search-params.ts';
import { isAllowed, useSession } from '../../session.ts';
import { useSignOut } from '../../shell/side-foot.tsx';
import { PeopleTable } from './people-table.tsx';
import { usePeople, usePeopleCounts } from './queries.ts';
import { RosterMap } from './roster-map.tsx';

const pageSize = 20;

interface PeopleTabProps {
  readonly id: string;
  readonly country: string;
  readonly params: Params;
  readonly onChange: (params: Params) => void;
}

/** A vocabulary as choices, with one for all. */
function questionOf({ id, country, params }: Omit<PeopleTabProps, 'onChange'>): PeopleQuestion {
  const [position, seniority, department, cursor] = ['position', 'seniority', 'department', 'cursor'].map((name) =>
    textIn(params, name),
  );
  return {
    companyId: id,
    selectedCountry: country,
    size: String(pageSize),
    ...(position ? { position } : {}),
    ...(seniority && seniority in seniorities ? { seniority } : {}),
    ...(department && department in departments ? { department } : {}),
    ...(cursor ? { cursor } : {}),
  };
}

const firstPage = { cursor: undefined, page: undefined };

function Filters({ params, onChange }: Pick<PeopleTabProps, 'params' | 'onChange'>) {
  const [position, setPosition] = useState(textIn(params, 'position') ?? '');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onChange({ ...params, ...firstPage, position: position.trim() || undefined });
  };
  return (
    <div className="flex flex-wrap gap-2 border-b border-edge p-3">
      <search className="min-w-40 grow">
        <form onSubmit={submit}>
          <SearchBox
            label="Job title"
            placeholder="Job title, such as head of marketing"
            data-search="page"
            maxLength={maxPositionLength}
            value={position}
            onChange={setPosition}
          />
        </form>
      </search>
      <Select
        label="Seniority"
        value={textIn(params, 'seniority') ?? ''}
        choices={choicesOf(seniorities, 'All levels')}
        onChange={(seniority) => onChange({ ...params, ...firstPage, seniority })}
      />
      <Select
        label="Department"
        value={textIn(params, 'department') ?? ''}
        choices={choicesOf(departments, 'All departments')}
        onChange={(department) => onChange({ ...params, ...firstPage, department })}
      />
    </div>
  );
}

function PeopleList({ id, country, params, onChange }: PeopleTabProps) {
  const goBack = useGoBack();
  const query = usePeople(questionOf({ id, country, params }));
  const page = Math.max(1, Number(textIn(params, 'page') ?? 1) || 1);
  const first = (page - 1) * pageSize + 1;
  return (
    <section className="panel" aria-label="People">
      <Filters key={textIn(params, 'position')} params={params} onChange={onChange} />
      <QueryView query={query}>
        {({ people, total, nextCursor }) =>
          people.length === 0 ? (
            <EmptyState icon="people" title="No people match">
              <p>Try another title, level or department, or another country in the overview.</p>
            </EmptyState>
          ) : (
            <>
              <PeopleTable people={people} />
              <CursorPager
                note={`${formatNumber(first)}–${formatNumber(first + people.length - 1)} of ${formatNumber(total)}`}
                onPrevious={
                  textIn(params, 'cursor') === undefined
                    ? undefined
                    : () => goBack(() => onChange({ ...params, ...firstPage }))
                }
                onNext={
                  nextCursor === undefined
                    ? undefined
                    : () => onChange({ ...params, cursor: nextCursor, page: String(page + 1) })
                }
              />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

/** The people of the company, with filters and a map of departments and levels. */
export function PeopleTab(props: PeopleTabProps) {
  const { id, country, params, onChange } = props;
  const session = useSession();
  const signOut = useSignOut();
  const counts = usePeopleCounts(id, country, true);
  if (!isAllowed(session, 'people:search')) {
    return (
      <NoPermission
        scope="people:search"
        hint={session.hint}
        scopes={session.scopes}
        onSignOut={() => signOut.mutate()}
      />
    );
  }
  return (
    <div className="grid items-start gap-4 p-4 md:px-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <PeopleList {...props} />
      <div className="flex min-w-0 flex-col gap-4">
        <Panel title="Department by seniority" note={counts.data && `${formatNumber(counts.data.total)} people`}>
          <QueryView query={counts}>
            {(data) => (
              <RosterMap
                counts={data}
                department={textIn(params, 'department')}
                seniority={textIn(params, 'seniority')}
                onSelect={(cell) => onChange({ ...params, ...firstPage, ...cell })}
              />
            )}
          </QueryView>
        </Panel>
        <Notice tone="info">
          People have no names here. Email addresses and phone numbers only set a flag; a keyed hash of them finds a
          person who opts out.
        </Notice>
      </div>
    </div>
  );
}
