import { lazy, Suspense, useState } from 'react';
import { SCREENER_COLUMN_KEYS, type ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { useText } from '#web/i18n/text.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import type { RuleColumns } from '../rule/rule-queries.ts';
import css from '../screener.module.css';
import { columnLooks } from '../screener-sets.ts';
import { BoundsFields } from './bounds-fields.tsx';
import type { ScreenerFilter } from './screener-filters.ts';

const ChoiceFields = lazy(async () => ({ default: (await import('./choice-fields.tsx')).ChoiceFields }));

interface FilterFormProps {
  /** The rule that the page judges, whose columns have values to choose from. */
  readonly rule: RuleColumns | null;
  readonly onAdd: (filter: ScreenerFilter) => void;
}

/** Adds a filter: bounds of a column of figures, or values of one of words. */
export function FilterForm({ rule, onAdd }: FilterFormProps) {
  const t = useText();
  const [column, setColumn] = useState<ScreenerColumnKey>('volumeDay');
  return (
    <fieldset className={css['form']}>
      <legend className="by-hidden">{t('screener.add')}</legend>
      <ChoiceList
        aria-label={t('screener.add.column')}
        value={column}
        onChange={(value) => setColumn(SCREENER_COLUMN_KEYS.find((key) => key === value) ?? column)}
        options={SCREENER_COLUMN_KEYS.map((key) => ({ value: key, label: t(`screener.column.${key}`) }))}
      />
      {hasChoices(column) ? (
        <Suspense>
          <ChoiceFields key={column} column={column} rule={rule} onAdd={onAdd} />
        </Suspense>
      ) : (
        <BoundsFields key={column} column={column} onAdd={onAdd} />
      )}
    </fieldset>
  );
}

/** Words are chosen from, and so are groups: of their numbers none is more than another. */
const hasChoices = (column: ScreenerColumnKey): boolean =>
  columnLooks[column].look === undefined || column === 'correlationCluster';
