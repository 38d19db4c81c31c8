import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';

interface SearchFieldProps {
  /** Its accessible name, and the text it shows while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A field in which what is typed narrows a list at once. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={14} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
