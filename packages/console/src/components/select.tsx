import { Icon } from './icon.tsx';

export interface Choice<T extends string = string> {
  readonly value: T;
  readonly label: string;
}

/** The values of a vocabulary, after a choice that does not filter. */
export const choicesOf = (vocabulary: Readonly<Record<number, string>>, all: string): Choice[] => [
  { value: '', label: all },
  ...Object.entries(vocabulary).map(([value, label]) => ({ value, label })),
];

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
  readonly id?: string;
}

/** The browser's own list: it works with every keyboard, screen reader and phone. */
export function Select<T extends string>({ label, value, choices, onChange, className = '', id }: SelectProps<T>) {
  return (
    <span className={`relative inline-flex min-w-0 ${className}`}>
      <select
        id={id}
        aria-label={id === undefined ? label : undefined}
        className="select w-full truncate"
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" className="pointer-events-none absolute top-2 right-2 size-4 text-ink-2" />
    </span>
  );
}
