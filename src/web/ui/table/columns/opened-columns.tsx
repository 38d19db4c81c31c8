import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { OpenedMenu } from '../../overlay/opened-menu.tsx';
import type { ColumnChoice } from '../column.ts';

/** Which columns of a table are shown; it stays open while several are chosen. */
export function OpenedColumns(props: ColumnChoice & { readonly button: ReactElement }) {
  const { button, columns, hidden, onChange } = props;
  const toggle = (id: string) =>
    onChange(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]);
  return (
    <OpenedMenu button={button} position="bottom-end" closeOnItemClick={false}>
      {columns
        .filter((column) => column.isHideable !== false)
        .map((column) => (
          <Menu.CheckboxItem key={column.id} checked={!hidden.includes(column.id)} onChange={() => toggle(column.id)}>
            {column.title}
          </Menu.CheckboxItem>
        ))}
    </OpenedMenu>
  );
}
