import type { Plan } from '@orgdex/contract';
import { type SupportedCountry, supportedCountries } from '@orgdex/contract/countries';
import { defaultPlan, planLimits, planNamePattern } from '@orgdex/contract/limits';
import { planScopes } from '@orgdex/contract/vocabulary';
import type { PlanInput } from '@orgdex/sdk';
import { orgdex } from '../../client.ts';
import { CheckBoxes } from '../../components/check-boxes.tsx';
import { Field, textOfField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { plural } from '../../format.ts';

interface PlanDialogProps {
  /** The plan to change; undefined: a new one. */
  readonly plan: Plan | undefined;
  /** How many accounts have it. */
  readonly users: number;
  readonly onClose: () => void;
}

type NumberField = 'rate' | 'burst' | 'requests_per_day' | 'monthly_credits' | 'companies_per_day' | 'people_per_day';
const numbers: Record<NumberField, readonly [label: string, max: number, hint: string]> = {
  rate: ['Rate', planLimits.rate, 'Requests a second for each key'],
  burst: ['Burst', planLimits.burst, 'Requests that a key may send at once'],
  requests_per_day: ['Requests a day', planLimits.perDay, 'For each key; empty for no limit'],
  monthly_credits: ['Credits a month', planLimits.credits, 'For the account; empty for no limit'],
  companies_per_day: ['Companies a day', planLimits.perDay, 'Distinct, for each key; empty for no limit'],
  people_per_day: ['People a day', planLimits.perDay, 'Distinct, for each key; empty for no limit'],
};
const newPlan: Partial<Record<NumberField, number>> = { rate: defaultPlan.rate, burst: defaultPlan.burst };
const required: ReadonlySet<string> = new Set(['rate', 'burst']);

function termsOf(data: FormData): PlanInput {
  const numberIn = (name: string) => (data.get(name) ? Number(data.get(name)) : null);
  const countries = data.getAll('countries') as SupportedCountry[];
  return {
    ...Object.fromEntries(Object.keys(numbers).map((name) => [name, numberIn(name)])),
    scopes: data.getAll('scopes') as string[],
    countries: countries.length === 0 ? null : countries,
  } as PlanInput;
}

/** A new plan, or all values of one. */
export function PlanDialog({ plan, users, onClose }: PlanDialogProps) {
  const save = (data: FormData) => orgdex.admin.setPlan(plan?.name ?? textOfField(data, 'name'), termsOf(data));
  return (
    <FormDialog
      title={plan ? `Edit the plan ${plan.name}` : 'New plan'}
      description={
        plan && users > 0
          ? `${plural(users, 'account has', 'accounts have')} this plan and follow within a second.`
          : undefined
      }
      width="max-w-2xl"
      action={plan ? `Save for ${plural(users, 'account')}` : 'Create plan'}
      onSave={save}
      refreshes="plans"
      onSaved={onClose}
      onClose={onClose}
    >
      {!plan && (
        <Field label="Name" hint="Lower-case letters, digits and hyphens">
          {(ids) => <input {...ids} name="name" required pattern={planNamePattern} className="input" />}
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {Object.entries(numbers).map(([name, [label, max, hint]]) => (
          <Field key={name} label={label} hint={hint}>
            {(ids) => (
              <input
                {...ids}
                name={name}
                type="number"
                min={name === 'monthly_credits' ? 0 : 1}
                max={max}
                required={required.has(name)}
                defaultValue={plan?.[name as NumberField] ?? newPlan[name as NumberField] ?? ''}
                className="input"
              />
            )}
          </Field>
        ))}
      </div>
      <fieldset>
        <legend className="mb-1 font-medium">Scopes</legend>
        <CheckBoxes name="scopes" values={planScopes} checked={plan?.scopes ?? planScopes} />
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-medium">Countries</legend>
        <CheckBoxes name="countries" values={supportedCountries} checked={plan?.countries ?? []} />
        <p className="mt-1 text-xs text-ink-3">
          Keys see only companies with headquarters or a record there. None checked: all.
        </p>
      </fieldset>
    </FormDialog>
  );
}
