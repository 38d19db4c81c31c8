import { type FormEvent, useState } from 'react';
import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import css from '../screener.module.css';
import { columnLooks } from '../screener-sets.ts';
import { type ScreenerFilter, typedBound } from './screener-filters.ts';

interface BoundsFieldsProps {
  readonly column: ScreenerColumnKey;
  readonly onAdd: (filter: ScreenerFilter) => void;
}

/** A filter by the bounds of a column. */
export function BoundsFields({ column, onAdd }: BoundsFieldsProps) {
  const t = useText();
  const [min, setMin] = useState('');
  const [max, setMax] = useState('');
  const unit = columnLooks[column].look === 'millions' ? 'millions' : 'plain';
  const bounds = { min: typedBound(min, unit, t.language), max: typedBound(max, unit, t.language) };
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
    <form className={css['fields']} onSubmit={add}>
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
      <Button size="compact-sm" type="submit" disabled={!isRight || isEmpty}>
        {t('screener.add.act')}
      </Button>
      {isRight ? null : <span role="alert">{t('screener.add.wrong', { example: t.number('1234.5') })}</span>}
    </form>
  );
}
