import { useText } from '#web/i18n/text.tsx';
import type { RowSelection } from './data-table-props.ts';

interface SelectAllProps<T> {
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
  readonly selection: RowSelection<T>;
}

/** Chooses every row shown, or none when all are chosen. */
export function SelectAll<T>({ rows, rowId, selection }: SelectAllProps<T>) {
  const t = useText();
  const ids = rows.filter((row) => selection.nameOf(row) !== null).map(rowId);
  const isAll = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  const isSome = !isAll && ids.some((id) => selection.ids.has(id));
  return (
    <input
      type="checkbox"
      aria-label={t('table.selectAll')}
      checked={isAll}
      ref={(box) => {
        if (box !== null) box.indeterminate = isSome;
      }}
      onChange={() => selection.onChange(new Set(isAll ? [] : ids))}
    />
  );
}
