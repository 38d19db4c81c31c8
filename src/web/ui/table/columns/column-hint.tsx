import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

/** Explains a column while the pointer or the focus is on its title. */
export function ColumnHint({ hint, children }: { readonly hint: string; readonly children: ReactElement }) {
  return <Tooltip label={hint}>{children}</Tooltip>;
}
