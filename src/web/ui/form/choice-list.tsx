import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import css from './field.module.css';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceListProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
}

/** One of a list. The browser opens it: at once, with the keys everybody knows, and as phones do. */
export function ChoiceList({ value, onChange, options, className, ...select }: ChoiceListProps) {
  return (
    <span className={`${css['list']} ${className ?? ''}`}>
      <select
        {...select}
        className={css['input']}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown size={12} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}

interface FilterListProps {
  readonly label: string;
  /** What the list says while nothing is chosen. */
  readonly all: string;
  /** Undefined or empty: nothing is chosen. */
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly options: readonly Option[];
}

/** A filter: everything, or one of a list. */
export function FilterList({ label, all, value = '', onChange, options }: FilterListProps) {
  return (
    <ChoiceList
      aria-label={label}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: all }, ...withMissing(options, value)]}
    />
  );
}

/** The options with the chosen value, which may be a deleted bot or a contract that is no longer listed. */
function withMissing(options: readonly Option[], chosen: string): readonly Option[] {
  if (chosen === '' || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}
