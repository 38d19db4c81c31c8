import { X } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { ChoiceField, NumberField, SelectField, TextField } from '#web/ui/form/field.tsx';
import { type AxisDraft, listedValues } from '../draft/axis-values.ts';
import { type GridPath, gridValueText, type PathOf, pathTitle } from '../path-words.ts';
import css from './configure.module.css';

interface AxisFieldsProps {
  readonly axis: AxisDraft;
  /** What it may vary. */
  readonly paths: readonly GridPath[];
  readonly strategy: PathOf;
  readonly onChange: (axis: AxisDraft) => void;
  readonly onRemove: () => void;
}

/** One parameter of the grid: which one, and its values as a range or a list. */
export function AxisFields({ axis, paths, strategy, onChange, onRemove }: AxisFieldsProps) {
  const t = useText();
  const title = pathTitle(axis.path, strategy, t);
  const present = paths.find(({ path }) => path === axis.path)?.value ?? null;
  const now = gridValueText(present === null ? null : String(present), strategy.kind, t);
  const part = (name: 'from' | 'to' | 'step') => (
    <NumberField
      label={t(`backtest.axis.${name}`)}
      value={axis[name]}
      onChange={(text) => onChange({ ...axis, [name]: text })}
    />
  );
  return (
    <fieldset className={css['axis']}>
      <legend className="by-hidden">{title}</legend>
      <SelectField
        label={t('backtest.axis.parameter')}
        hint={t('backtest.axis.now', { value: now })}
        value={axis.path}
        onChange={(path) => onChange({ ...axis, path })}
        options={paths.map(({ path }) => ({ value: path, label: pathTitle(path, strategy, t) }))}
      />
      <ChoiceField
        label={t('backtest.axis.mode')}
        value={axis.mode}
        onChange={(mode) => onChange({ ...axis, mode })}
        options={(['range', 'values'] as const).map((value) => ({ value, label: t(`backtest.axis.${value}`) }))}
      />
      {axis.mode === 'range' ? (
        <div className={css['three']}>
          {part('from')}
          {part('to')}
          {part('step')}
        </div>
      ) : (
        <TextField
          label={t('backtest.axis.list')}
          hint={t('backtest.axis.listHint', { off: t('backtest.off') })}
          error={listedValues(axis.list, t.language) === null ? t('backtest.axis.listDoubtful') : null}
          value={axis.list}
          maxLength={2_000}
          onChange={(list) => onChange({ ...axis, list })}
        />
      )}
      <IconButton variant="subtle" aria-label={t('backtest.axis.remove', { name: title })} onClick={onRemove}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
