import type { ApiKey, IssuedKey } from '@orgdex/contract';
import { defaultOverlapHours, maxOverlapHours } from '@orgdex/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { orgdex } from '../../client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { SecretOnce } from './secret-once.tsx';

/** Replaces a key; the old one works on for a while. */
export function RotateDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedKey>();
  const queryClient = useQueryClient();
  const rotate = useMutation({
    mutationFn: (hours: number) => orgdex.admin.rotateKey(apiKey.id, { overlap_hours: hours }),
    // The key stays in this dialog only, not in the state of the mutation.
    gcTime: 0,
    onSuccess: async (key) => {
      setIssued(key);
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    rotate.mutate(Number(new FormData(event.currentTarget).get('hours')));
  };
  if (issued) return <SecretOnce issued={issued} onClose={onClose} />;
  return (
    <Dialog
      title="Rotate this key"
      description={`The new key has the same settings as ${apiKey.mode} …${apiKey.hint} of ${apiKey.account}.`}
      isOpen
      onClose={onClose}
      width="max-w-md"
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form="rotate-form" className="button button-primary" disabled={rotate.isPending}>
            Rotate
          </button>
        </>
      }
    >
      <form id="rotate-form" onSubmit={submit}>
        <Field
          label="Hours until the old key is revoked"
          hint="The customer switches in this time; 0 revokes it at once"
          error={rotate.isError ? rotate.error.message : undefined}
        >
          {(ids) => (
            <input
              {...ids}
              name="hours"
              type="number"
              min={0}
              max={maxOverlapHours}
              required
              defaultValue={defaultOverlapHours}
              className="input"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
