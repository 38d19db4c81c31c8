import { type FormEvent, useState } from 'react';
import { SCREENER_COLUMN_KEYS, type ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import css from './screener.module.css';
import { type ScreenerFilter, typedBound } from './screener-filters.ts';
import { columnLooks } from './screener-sets.ts';

const numeric = SCREENER_COLUMN_KEYS.filter((key) => columnLooks[key].look !== undefined);

/** Adds a filter by the bounds of a column. */
export function FilterForm({ onAdd }: { readonly onAdd: (filter: ScreenerFilter) => void }) {
  const t = useText();
  const [column, setColumn] = useState<ScreenerColumnKey>('volumeDay');
  const [min, setMin] = useState('');
  const [max, setMax] = useState('');
  const unit = columnLooks[column].look === 'millions' ? 'millions' : 'plain';
  const bounds = { min: typedBound(min, unit), max: typedBound(max, unit) };
  const isRight = bounds.min !== null && bounds.max !== null;
  const isEmpty = min === '' && max === '';
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isRight || isEmpty) return;
    onAdd({ column, ...(bounds.min && { min: bounds.min }), ...(bounds.max && { max: bounds.max }) });
    setMin('');
    setMax('');
  };
  return (
    <form className={css['form']} aria-label={t('screener.add')} onSubmit={add}>
      <ChoiceList
        aria-label={t('screener.add.column')}
        value={column}
        onChange={(value) => setColumn(numeric.find((key) => key === value) ?? column)}
        options={numeric.map((key) => ({ value: key, label: t(`screener.column.${key}`) }))}
      />
      <TextBox
        className={css['bound'] ?? ''}
        aria-label={t('screener.add.min')}
        placeholder={t('screener.add.min')}
        inputMode="decimal"
        aria-invalid={bounds.min === null || undefined}
        value={min}
        onChange={(event) => setMin(event.currentTarget.value.trim())}
      />
      <TextBox
        className={css['bound'] ?? ''}
        aria-label={t('screener.add.max')}
        placeholder={t('screener.add.max')}
        inputMode="decimal"
        aria-invalid={bounds.max === null || undefined}
        value={max}
        onChange={(event) => setMax(event.currentTarget.value.trim())}
      />
      <Button
        size="compact-sm"
        type="submit"
        disabled={!isRight || isEmpty}
        title={isRight ? undefined : t('screener.add.wrong')}
      >
        {t('screener.add.act')}
      </Button>
    </form>
  );
}
