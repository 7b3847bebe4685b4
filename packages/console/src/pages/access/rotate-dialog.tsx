import type { ApiKey, IssuedKey } from '@orgdex/contract';
import { defaultOverlapHours, maxOverlapHours } from '@orgdex/contract/limits';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SecretOnce } from './secret-once.tsx';

/** Replaces a key; the old one works on for a while. */
export function RotateDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [issued, setIssued] = useState<IssuedKey>();
  const rotate = async (data: FormData) =>
    setIssued(await orgdex.admin.rotateKey(apiKey.id, { overlap_hours: Number(data.get('hours')) }));
  if (issued) return <SecretOnce issued={issued} onClose={onClose} />;
  return (
    <FormDialog
      title="Rotate this key"
      description={`The new key has the same settings as ${apiKey.mode} …${apiKey.hint} of ${apiKey.account}.`}
      width="max-w-md"
      action="Rotate"
      onSave={rotate}
      refreshes="keys"
      onClose={onClose}
    >
      <Field label="Hours until the old key is revoked" hint="The customer switches in this time; 0 revokes it at once">
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
    </FormDialog>
  );
}
