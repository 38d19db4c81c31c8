import { Search } from 'lucide-react';
import css from './field.module.css';
import { TextBox } from './text-box.tsx';

interface SearchFieldProps {
  /** Its accessible name, and the text it shows while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A field in which what is typed narrows a list at once. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <span className={css['search']}>
      <Search size={14} aria-hidden="true" />
      <TextBox
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  );
}
