import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly label: string;
  readonly onChange: (value: string) => void;
}

/** A field to narrow a list. */
export const SearchBox = ({ label, onChange, className = '', ...rest }: SearchBoxProps) => (
  <span className={`relative flex min-w-0 ${className}`}>
    <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      className="input pl-8"
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    />
  </span>
);
