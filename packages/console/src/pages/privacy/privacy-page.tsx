import type { OptOutTerms } from '@orgdex/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Select } from '../../components/select.tsx';
import { textOfField } from '../../form-data.ts';
import { plural } from '../../format.ts';
import { OptOutList, saveReceipt } from './opt-out-list.tsx';
import { OptOutUpload } from './opt-out-upload.tsx';

type Way = Exclude<keyof OptOutTerms, 'country' | 'email_sha256' | 'phone_sha256'>;
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
          <>
            <Notice tone="good">
              {add.data.people === 0
                ? 'No loaded person matches. Future imports of this person will be refused.'
                : `${plural(add.data.people, 'person', 'people')} and ${plural(add.data.positions, 'position')} were removed.`}
            </Notice>
            <button type="button" className="button self-start" onClick={() => saveReceipt(add.data.receipt)}>
              <Icon name="download" />
              Download the receipt
            </button>
          </>
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
          A mistake can be lifted with the receipt, but the data must then be imported again.
        </p>
      </Confirm>
    </section>
  );
}

export const PrivacyPage = () => (
  <>
    <PageHeader title="Privacy" note="People who do not want to be found" />
    <div className="grid items-start gap-4 p-4 md:px-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-4">
        <OptOutForm />
        <OptOutUpload />
      </div>
      <OptOutList />
    </div>
  </>
);
