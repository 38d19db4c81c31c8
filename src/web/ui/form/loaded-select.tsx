import { Select, type SelectProps } from '@mantine/core';

/** The component library's field of choices in a file of its own: its list and what places it weigh 40 KiB. */
export function LoadedSelect(props: SelectProps) {
  return <Select {...props} />;
}
