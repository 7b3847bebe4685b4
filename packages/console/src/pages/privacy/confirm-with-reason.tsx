import { maxReasonLength } from '@orgdex/contract/limits';
import { type ReactNode, useState } from 'react';
import { Confirm } from '../../components/confirm.tsx';
import { Field } from '../../components/field.tsx';

interface ConfirmWithReasonProps {
  readonly title: string;
  readonly action: string;
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly refreshes?: readonly string[];
  readonly children: ReactNode;
}

/** Asks before something that is recorded with a reason. */
export function ConfirmWithReason({ onConfirm, children, ...dialog }: ConfirmWithReasonProps) {
  const [reason, setReason] = useState('');
  const confirm = async () => {
    await onConfirm(reason);
    setReason('');
  };
  return (
    <Confirm {...dialog} onConfirm={confirm}>
      <div className="flex flex-col gap-3">
        {children}
        <Field
          label="Reason"
          hint="Stored permanently in the audit log. Say why, not who; no email address or phone number."
        >
          {(ids) => (
            <input
              {...ids}
              maxLength={maxReasonLength}
              autoComplete="off"
              className="input"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Confirm>
  );
}
