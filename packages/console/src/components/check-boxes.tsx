interface CheckBoxesProps {
  readonly name: string;
  readonly values: readonly string[];
  /** Those that are checked at first. */
  readonly checked: readonly string[];
}

/** Several values of a form, of which any may be chosen. */
export const CheckBoxes = ({ name, values, checked }: CheckBoxesProps) => (
  <span className="flex flex-wrap gap-x-4 gap-y-1">
    {values.map((value) => (
      <label key={value} className="flex items-center gap-1.5">
        <input
          type="checkbox"
          className="checkbox"
          name={name}
          value={value}
          defaultChecked={checked.includes(value)}
        />
        <code>{value}</code>
      </label>
    ))}
  </span>
);
