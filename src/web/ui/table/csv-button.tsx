import { Download } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { toast } from '../overlay/toast.ts';
import { problemText } from '../words/problem-text.ts';
import { csvText, type FileColumn, saveFile } from './csv.ts';

export interface CsvButtonProps<T> {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly FileColumn<T>[];
  /** Called when the file is created, so that it contains the rows of that moment. */
  readonly rows: () => readonly T[] | Promise<readonly T[]>;
}

export function CsvButton<T>({ name, columns, rows }: CsvButtonProps<T>) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`${name}.csv`, csvText(columns, await rows()));
    } catch (error) {
      toast(problemText(error, t).what);
    }
    setBusy(false);
  };
  return (
    <IconButton variant="subtle" size={26} aria-label={t('table.csv')} disabled={isBusy} onClick={() => void save()}>
      <Download size={16} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
