import type { PersonTerms } from '@orgdex/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { plural } from '../../format.ts';
import { saveReceipt } from './opt-out-list.tsx';
import { PersonForm, wayOf } from './person-form.tsx';

/** Records an opt-out, after a question. */
export function OptOutForm() {
  const [asked, setAsked] = useState<PersonTerms>();
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: (terms: PersonTerms) => orgdex.admin.addOptOut(terms),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['opt-outs'] }),
  });
  return (
    <>
      <PersonForm
        key={add.isSuccess ? add.submittedAt : 0}
        title="Record an opt-out"
        button="Record the opt-out…"
        isBusy={add.isPending}
        onSubmit={setAsked}
      >
        {add.isSuccess && (
          <>
            <Notice tone="good">
              {add.data.people === 0
                ? 'No loaded person matches. Future imports of this person will be rejected.'
                : `${plural(add.data.people, 'person', 'people')} and ${plural(add.data.positions, 'position')} were removed.`}
            </Notice>
            <button type="button" className="button self-start" onClick={() => saveReceipt(add.data.receipt)}>
              <Icon name="download" />
              Download the receipt
            </button>
          </>
        )}
      </PersonForm>
      <Confirm
        title="Remove this person permanently?"
        action="Remove"
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => asked && add.mutateAsync(asked)}
      >
        <p>
          Everyone with this {asked && wayOf(asked)}, and everyone who shares an email address with them, disappears
          from all responses at once, and later imports refuse them. A mistake can be lifted with the receipt, but the
          data must then be imported again.
        </p>
      </Confirm>
    </>
  );
}
