import { CsvButton, type CsvButtonProps } from './csv-button.tsx';
import css from './table-file.module.css';

/** The download of a table that has no card with a head, above its right corner. */
export function TableFile<T>(props: CsvButtonProps<T>) {
  return (
    <div className={css['file']}>
      <CsvButton {...props} />
    </div>
  );
}
