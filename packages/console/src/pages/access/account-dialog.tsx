import type { Account } from '@orgdex/contract';
import { defaultPlan } from '@orgdex/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { orgdex } from '../../client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { textOfField } from '../../form-data.ts';
import { usePlans } from './queries.ts';

interface AccountDialogProps {
  /** The account to change; undefined: a new one. */
  readonly account?: Account | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A new account, or another plan for one. */
export function AccountDialog({ account, isOpen, onClose }: AccountDialogProps) {
  const plans = usePlans();
  const [plan, setPlan] = useState(account?.plan ?? defaultPlan.name);
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (name: string) => orgdex.admin.setAccount(name, { plan }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['accounts'] });
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(account?.name ?? textOfField(new FormData(event.currentTarget), 'name'));
  };
  return (
    <Dialog
      title={account ? `Change the plan of ${account.name}` : 'New account'}
      isOpen={isOpen}
      onClose={onClose}
      width="max-w-md"
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form="account-form" className="button button-primary" disabled={save.isPending}>
            {account ? 'Change plan' : 'Create account'}
          </button>
        </>
      }
    >
      <form id="account-form" onSubmit={submit} className="flex flex-col gap-4">
        {!account && (
          <Field label="Name" hint="The customer that keys belong to">
            {(ids) => <input {...ids} name="name" required maxLength={100} className="input" />}
          </Field>
        )}
        <Field
          label="Plan"
          hint="Its keys follow within a second"
          error={save.isError ? save.error.message : undefined}
        >
          {({ id }) => (
            <Select
              id={id}
              label="Plan"
              value={plan}
              choices={(plans.data ?? []).map(({ name }) => ({ value: name, label: name }))}
              onChange={setPlan}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
