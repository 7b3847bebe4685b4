import type { OptOutTerms } from '@orgdex/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type SubmitEvent, useRef, useState } from 'react';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CursorPager } from '../../components/cursor-pager.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState } from '../../components/states.tsx';
import { textOfField } from '../../form-data.ts';
import { formatMoment, formatNumber, plural } from '../../format.ts';
import { useGoBack } from '../../paging.ts';
import { textIn } from '../../search-params.ts';

const route = getRouteApi('/app/privacy');

type Way = Exclude<keyof OptOutTerms, 'country'>;
const ways: Record<Way, readonly [label: string, hint: string, type: string]> = {
  email: ['Email address', 'Everyone who shares the address is removed. Only a keyed hash is stored.', 'email'],
  phone: ['Phone number', 'With its country code, such as +61 2 5550 1001. Only a keyed hash is stored.', 'tel'],
  network: ['Network profile', 'The slug or the address of the profile.', 'text'],
  person_id: ['Person id', 'The person_id of an API response.', 'text'],
};

/** Records an opt-out, after a question. The value is sent once and kept nowhere in the page. */
function OptOutForm() {
  const [way, setWay] = useState<Way>('email');
  const [asked, setAsked] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: (value: string) => orgdex.admin.addOptOut({ [way]: value }),
    onSuccess: async () => {
      form.current?.reset();
      await queryClient.invalidateQueries({ queryKey: ['opt-outs'] });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = textOfField(new FormData(event.currentTarget), 'value');
    if (value !== '') setAsked(value);
  };
  const [label, hint, type] = ways[way];
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="panel-title">Record an opt-out</h2>
      </div>
      <form ref={form} onSubmit={submit} className="flex flex-col gap-4 p-4">
        <Field label="Find the person by">
          {({ id }) => (
            <Select
              id={id}
              label="Find the person by"
              value={way}
              choices={(Object.keys(ways) as Way[]).map((value) => ({ value, label: ways[value][0] }))}
              onChange={setWay}
            />
          )}
        </Field>
        <Field key={way} label={label} hint={hint}>
          {(ids) => (
            <input {...ids} name="value" type={type} required autoComplete="off" maxLength={500} className="input" />
          )}
        </Field>
        <button type="submit" className="button button-primary self-start">
          Record the opt-out…
        </button>
        {add.isSuccess && (
          <Notice tone="good">
            {add.data.people === 0
              ? 'No loaded person matches. Future imports of this person will be refused.'
              : `${plural(add.data.people, 'person', 'people')} and ${plural(add.data.positions, 'position')} were removed.`}
          </Notice>
        )}
      </form>
      <Confirm
        title="Remove this person permanently?"
        action="Remove"
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => asked !== undefined && add.mutateAsync(asked)}
      >
        <p>
          Everyone with this {label.toLowerCase()} disappears from all responses at once, and later imports refuse them.
          This cannot be undone.
        </p>
      </Confirm>
    </section>
  );
}

function OptOutList() {
  const goBack = useGoBack();
  const cursor = textIn(route.useSearch(), 'cursor');
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: ['opt-outs', cursor],
    queryFn: ({ signal }) => orgdex.admin.listOptOuts({ cursor }, { signal }),
  });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="panel-title">Recorded opt-outs</h2>
        <span className="text-xs text-ink-3">The values themselves are never shown</span>
      </div>
      <QueryView query={query}>
        {({ opt_outs, next_cursor }) =>
          opt_outs.length === 0 ? (
            <EmptyState icon="shield" title="No opt-outs yet" />
          ) : (
            <>
              <ScrollRegion label="Table of opt-outs">
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">Recorded</th>
                      {['People', 'Emails', 'Phones', 'Profiles'].map((head) => (
                        <th key={head} scope="col" className="number">
                          {head}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {opt_outs.map(({ at, people, emails, phones, profiles }) => (
                      <tr key={at}>
                        <td>{formatMoment(at)}</td>
                        {[people, emails, phones, profiles].map((count, column) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                          <td key={column} className="number">
                            {formatNumber(count)}
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollRegion>
              {(next_cursor !== null || cursor !== undefined) && (
                <CursorPager
                  note={plural(opt_outs.length, 'entry', 'entries')}
                  onPrevious={cursor === undefined ? undefined : () => goBack(() => void navigate({ search: {} }))}
                  onNext={
                    next_cursor === null
                      ? undefined
                      : () => void navigate({ search: { cursor: next_cursor }, state: { isNextPage: true } })
                  }
                />
              )}
            </>
          )
        }
      </QueryView>
    </section>
  );
}

export const PrivacyPage = () => (
  <>
    <PageHeader title="Privacy" note="People who do not want to be found" />
    <div className="grid items-start gap-4 p-4 md:px-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <OptOutForm />
      <OptOutList />
    </div>
  </>
);
