import { useId } from 'react';
import css from './segments.module.css';

interface SegmentsProps<T extends string> {
  /** Its accessible name, or the id of the element that has it. */
  readonly label: string | { readonly id: string };
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly disabled?: boolean;
  readonly isWide?: boolean;
}

/** Two to four options side by side, one of them chosen; arrow keys choose. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, onChange, options, disabled = false, isWide = false } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      className={css['segments']}
      data-wide={isWide || undefined}
      {...(typeof label === 'string' ? { 'aria-label': label } : { 'aria-labelledby': label.id })}
    >
      {options.map((one) => (
        <label key={one.value} className={css['segment']}>
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value}
            disabled={disabled}
            onChange={() => onChange(one.value)}
          />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  );
}
