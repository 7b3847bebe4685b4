import type { IssuedKey } from '@orgdex/contract';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatMoment } from '../../format.ts';

/** A new key, shown once: the dialog closes only when the user confirms that it is stored. */
export function SecretOnce({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  const { details } = issued;
  const facts = [
    ['Id', <code key="id">{details.id}</code>],
    ['Account', details.account],
    ['Scopes', details.scopes.join(', ')],
    ['Expires', details.expires_at === null ? 'Never' : formatMoment(details.expires_at)],
  ] as const;
  return (
    <Dialog
      title="Copy the key now"
      description="It is shown only once. orgdex keeps a hash, so it cannot be shown again."
      isOpen
      isSticky
      onClose={onClose}
      actions={
        <button type="button" className="button button-primary" disabled={!isStored} onClick={onClose}>
          Done
        </button>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3 rounded-md border border-accent-edge bg-accent-soft py-2 pr-2 pl-3">
          <code className="min-w-0 text-xs break-all" data-secret>
            {issued.key}
          </code>
          <CopyButton text={issued.key} label="Copy the key" className="button button-small">
            Copy
          </CopyButton>
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-y-1">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox"
            checked={isStored}
            onChange={(event) => setStored(event.target.checked)}
          />
          I have stored it in a safe place
        </label>
      </div>
    </Dialog>
  );
}
