import type { PersonTerms } from '@orgdex/contract';
import { personFields } from '@orgdex/contract/vocabulary';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Field, textOfField } from '../../components/field.tsx';
import { Panel } from '../../components/panel.tsx';
import { Select } from '../../components/select.tsx';

type Way = (typeof personFields)[number];

const ways: Record<Way, readonly [label: string, hint: string, type: string]> = {
  email: ['Email address', 'Only a keyed hash of it is stored.', 'email'],
  phone: ['Phone number', 'With its country code, such as +61 2 5550 1001. Only a keyed hash is stored.', 'tel'],
  network: ['Network profile', 'The slug or the address of the profile.', 'text'],
  person_id: ['Person id', 'The person_id of an API response.', 'text'],
};
const choices = (Object.keys(ways) as Way[]).map((value) => ({ value, label: ways[value][0] }));

/** How the terms identify the person, as a reader says it. */
export const wayOf = (terms: PersonTerms): string => {
  const way = personFields.find((field) => terms[field] !== undefined);
  return way === undefined ? 'value' : ways[way][0].toLowerCase();
};

interface PersonFormProps {
  readonly title: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly onSubmit: (terms: PersonTerms) => void;
  /** What became of it. */
  readonly children?: ReactNode;
}

/** Identifies a person. The value is kept nowhere in the page but in its field. */
export function PersonForm({ title, button, isBusy, onSubmit, children }: PersonFormProps) {
  const [way, setWay] = useState<Way>('email');
  const [label, hint, type] = ways[way];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = textOfField(new FormData(event.currentTarget), 'value');
    if (value !== '') onSubmit({ [way]: value });
  };
  return (
    <Panel title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        <Field label="Find the person by">
          {({ id }) => <Select id={id} label="Find the person by" value={way} choices={choices} onChange={setWay} />}
        </Field>
        <Field key={way} label={label} hint={hint}>
          {(ids) => (
            <input {...ids} name="value" type={type} required autoComplete="off" maxLength={500} className="input" />
          )}
        </Field>
        <button type="submit" className="button button-primary self-start" disabled={isBusy}>
          {button}
        </button>
        {children}
      </form>
    </Panel>
  );
}
