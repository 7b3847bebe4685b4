import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';
import { MessageText } from './notice.tsx';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** The control: gets the id of the label and of its description. */
  readonly children: (ids: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

/** A control with its label, a hint and an error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': error !== undefined })}
      <div id={`${id}-note`} className="text-xs">
        {error !== undefined ? (
          <p role="alert" className="flex gap-1.5 text-bad">
            <Icon name="warning" className="mt-0.5 size-3.5" />
            <span>
              <MessageText text={error} />
            </span>
          </p>
        ) : (
          hint !== undefined && <p className="text-ink-3">{hint}</p>
        )}
      </div>
    </div>
  );
}

/** What a field of a form contains, without spaces around it. Files are no text. */
export function textOfField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
