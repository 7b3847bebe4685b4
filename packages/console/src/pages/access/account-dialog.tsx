import type { Account } from '@orgdex/contract';
import { defaultPlan } from '@orgdex/contract/limits';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Field, textOfField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Select } from '../../components/select.tsx';
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
  const save = (data: FormData) => orgdex.admin.setAccount(account?.name ?? textOfField(data, 'name'), { plan });
  return (
    <FormDialog
      title={account ? `Change the plan of ${account.name}` : 'New account'}
      width="max-w-md"
      isOpen={isOpen}
      action={account ? 'Change plan' : 'Create account'}
      onSave={save}
      refreshes="accounts"
      onSaved={onClose}
      onClose={onClose}
    >
      {!account && (
        <Field label="Name" hint="The customer that keys belong to">
          {(ids) => <input {...ids} name="name" required maxLength={100} className="input" />}
        </Field>
      )}
      <Field label="Plan" hint="Its keys follow within a second">
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
    </FormDialog>
  );
}
