import { ActionIcon } from '@mantine/core';
import { Download } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import type { Column } from './column.ts';
import { csvText, saveFile } from './csv.ts';

interface CsvButtonProps<T> {
  readonly name: string;
  readonly columns: readonly Column<T>[];
  /** Called when the file is created, so that it contains the rows of that moment. */
  readonly rows: () => readonly T[];
}

export function CsvButton<T>({ name, columns, rows }: CsvButtonProps<T>) {
  const t = useText();
  return (
    <ActionIcon
      variant="subtle"
      size={26}
      aria-label={t('table.csv')}
      onClick={() => saveFile(name, csvText(columns, rows()))}
    >
      <Download size={16} strokeWidth={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
