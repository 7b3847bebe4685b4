import { supportedCountries } from '@orgdex/contract/countries';
import { receivedPeopleDays } from '@orgdex/contract/limits';
import { apiScopes, keyModes, type Scope, scopes } from '@orgdex/contract/vocabulary';
import type { Country, IssuedKey, NewKey } from '@orgdex/sdk';
import { useState } from 'react';
import { orgdex } from '../../client.ts';
import { CheckBoxes } from '../../components/check-boxes.tsx';
import { Field, textOfField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Select } from '../../components/select.tsx';
import { useAccounts } from './queries.ts';
import { SecretOnce } from './secret-once.tsx';

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const;
const modeLabels = { live: 'Live', test: 'Test, synthetic companies' } as const;
const dayMs = 86_400_000;

function termsOf(data: FormData, account: string, days: string): NewKey {
  const addresses = textOfField(data, 'addresses')
    .split(/[\s,]+/)
    .filter((address) => address !== '');
  const countries = data.getAll('countries') as Country[];
  const label = textOfField(data, 'label');
  return {
    account,
    mode: data.get('mode') === 'test' ? 'test' : 'live',
    scopes: data.getAll('scopes') as Scope[],
    label: label || null,
    addresses: addresses.length === 0 ? null : addresses,
    countries: countries.length === 0 ? null : countries,
    records_people: data.has('records_people'),
    expires_at: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
  };
}

/** Creates a key, and shows it once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const accounts = useAccounts();
  const [account, setAccount] = useState('');
  const [days, setDays] = useState('');
  const [issued, setIssued] = useState<IssuedKey>();
  const chosen = account || (accounts.data?.[0]?.name ?? '');
  const create = async (data: FormData) => setIssued(await orgdex.admin.issueKey(termsOf(data, chosen, days)));
  if (issued) return <SecretOnce issued={issued} onClose={onClose} />;
  return (
    <FormDialog
      title="New key"
      action="Create key"
      isReady={chosen !== ''}
      onSave={create}
      refreshes="keys"
      onClose={onClose}
      className="grid gap-4 sm:grid-cols-2"
    >
      <Field label="Account" hint={accounts.data?.length === 0 ? 'Create an account first' : undefined}>
        {({ id }) => (
          <Select
            id={id}
            label="Account"
            value={chosen}
            choices={(accounts.data ?? []).map(({ name }) => ({ value: name, label: name }))}
            onChange={setAccount}
          />
        )}
      </Field>
      <Field label="Label" hint="A name to recognize it by">
        {(ids) => <input {...ids} name="label" maxLength={100} className="input" />}
      </Field>
      <fieldset>
        <legend className="mb-1 font-medium">Scopes</legend>
        <CheckBoxes name="scopes" values={scopes} checked={apiScopes} />
        <p className="mt-1 text-xs text-ink-3">Check reconcile alone: OpenRefine sends such a key in URLs.</p>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-medium">Data</legend>
        {keyModes.map((mode) => (
          <label key={mode} className="flex items-center gap-1.5">
            <input type="radio" className="checkbox" name="mode" value={mode} defaultChecked={mode === 'live'} />
            {modeLabels[mode]}
          </label>
        ))}
      </fieldset>
      <Field label="Allowed addresses" hint="IP addresses or networks; empty for any">
        {(ids) => <input {...ids} name="addresses" placeholder="Anywhere" className="input" />}
      </Field>
      <Field label="Expires">
        {({ id }) => <Select id={id} label="Expires" value={days} choices={[...lifetimes]} onChange={setDays} />}
      </Field>
      <fieldset className="sm:col-span-2">
        <legend className="mb-1 font-medium">Countries</legend>
        <CheckBoxes name="countries" values={supportedCountries} checked={[]} />
        <p className="mt-1 text-xs text-ink-3">
          The key sees only companies with headquarters or a record there. None checked: all that the plan allows.
        </p>
      </fieldset>
      <div className="sm:col-span-2">
        <label className="flex items-center gap-1.5">
          <input type="checkbox" className="checkbox" name="records_people" />
          Record which people it receives
        </label>
        <p className="mt-1 text-xs text-ink-3">
          For {receivedPeopleDays} days, with the header <code>X-Purpose</code>, to inform a person who received their
          data.
        </p>
      </div>
    </FormDialog>
  );
}
