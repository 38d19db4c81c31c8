import { ActionIcon, Menu } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import type { Column } from './column.ts';

interface ColumnChooserProps<T> {
  readonly columns: readonly Column<T>[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: string[]) => void;
}

export function ColumnChooser<T>({ columns, hidden, onChange }: ColumnChooserProps<T>) {
  const t = useText();
  const toggle = (id: string) =>
    onChange(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]);
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={26} aria-label={t('table.columns')}>
          <Columns3 size={16} strokeWidth={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => column.isHideable !== false)
          .map((column) => (
            <Menu.CheckboxItem key={column.id} checked={!hidden.includes(column.id)} onChange={() => toggle(column.id)}>
              {column.title}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
