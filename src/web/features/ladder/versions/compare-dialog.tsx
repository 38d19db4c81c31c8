import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MessageKey, type Text, useText } from '#web/i18n/text.tsx';
import { ladderFieldName, ladderValueName } from '#web/kinds/ladder-names.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { SelectField } from '#web/ui/form/field.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { fieldRanges } from '../form/ladder-fields.ts';
import { type Strategy, strategyQuery } from '../strategy-queries.ts';
import css from './compare-dialog.module.css';
import { changedFields, changedSteps, type FieldChange, type Step } from './version-changes.ts';

/** What two versions of a strategy set differently: the address names the older one as `against`. */
export function CompareDialog({ strategy }: { readonly strategy: Strategy }) {
  const t = useText();
  useReturnFocus();
  const [against, setAgainst] = useSearchText('against');
  const [shown, setShown] = useSearchText('version');
  const choices = strategy.versions.map(({ version, createdAt }) => ({
    value: String(version),
    label: `${t('strategy.version', { version })}, ${utcMinute(createdAt, t.language)}`,
  }));
  return (
    <Modal
      opened
      onClose={() => setAgainst(null)}
      size="lg"
      title={t('compare.title', { name: strategy.name })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <div className={css['choices']}>
        <SelectField label={t('compare.before')} options={choices} value={against} onChange={setAgainst} />
        <SelectField
          label={t('compare.after')}
          options={choices}
          value={shown === '' ? String(strategy.version) : shown}
          onChange={setShown}
        />
      </div>
      <Changes strategy={strategy} against={Number(against)} />
    </Modal>
  );
}

function Changes({ strategy, against }: { readonly strategy: Strategy; readonly against: number }) {
  const t = useText();
  const older = useQuery(strategyQuery(useKind(), strategy.strategyId, against));
  if (older.isError) return <ProblemNote error={older.error} onRetry={() => void older.refetch()} />;
  if (older.isPending) return <SkeletonRows rows={6} />;
  const fields = changedFields(older.data.params, strategy.params);
  if (fields.length === 0) return <p>{t('compare.same')}</p>;
  return (
    <>
      <FieldTable fields={fields} />
      <StepTable before={older.data} after={strategy} />
    </>
  );
}

function FieldTable({ fields }: { readonly fields: readonly FieldChange[] }) {
  const t = useText();
  return (
    <table className={css['table']} aria-label={t('compare.fields')}>
      <thead>
        <tr>
          <th scope="col">{t('compare.field')}</th>
          <th scope="col">{t('compare.was')}</th>
          <th scope="col">{t('compare.is')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{ladderFieldName(field, t) ?? field}</th>
            <td>{valueText(field, before, t)}</td>
            <td>{valueText(field, after, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What an empty field means. */
const emptyWords: Readonly<Record<string, MessageKey>> = {
  safetyOrderSize: 'ladder.hint.sameAsBase',
  activeSafetyOrders: 'ladder.hint.all',
  takeProfitPercent: 'ladder.hint.off',
  trailingPercent: 'ladder.hint.off',
  stopLossPercent: 'ladder.hint.off',
  maxOpenCycles: 'ladder.hint.everyPosition',
  customLevels: 'ladder.hint.off',
};

function valueText(field: string, value: FieldChange['before'], t: Text): string {
  if (value === null) return t(emptyWords[field] ?? 'ladder.hint.none');
  if (typeof value === 'boolean') return t(value ? 'compare.on' : 'ladder.hint.off');
  const text = String(value);
  if (!/^\d+(\.\d+)?$/.test(text)) return ladderValueName(text, t) ?? text;
  const unit = isRanged(field) ? fieldRanges[field].unit : '';
  return unit === '' ? t.number(text) : `${t.number(text)}\u00a0${unit}`;
}

function isRanged(field: string): field is keyof typeof fieldRanges {
  return field in fieldRanges;
}

/** The orders whose distance or size differs; the others are only counted. */
function StepTable({ before, after }: { readonly before: Strategy; readonly after: Strategy }) {
  const t = useText();
  const { changed, unchanged } = changedSteps(before.params, after.params);
  return (
    <>
      {changed.length === 0 ? null : (
        <table className={css['table']} aria-label={t('compare.steps')}>
          <thead>
            <tr>
              <th scope="col">{t('ladder.column.level')}</th>
              <th scope="col">{t('compare.was')}</th>
              <th scope="col">{t('compare.is')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((step) => (
              <tr key={step.level}>
                <th scope="row">
                  {step.level === 0 ? t('ladder.row.base') : t('ladder.row.step', { level: step.level })}
                </th>
                <td>{stepText(step.before, t)}</td>
                <td>{stepText(step.after, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={css['quiet']}>
        {changed.length === 0 ? t('compare.sameSteps') : t.plural('compare.unchanged', unchanged)}
      </p>
    </>
  );
}

function stepText(step: Step | null, t: Text): string {
  if (step === null) return '–';
  const size = t('compare.size', { size: t.number(step.size, { decimals: 2 }) });
  return step.deviation === '0' ? size : t('compare.step', { percent: t.number(step.deviation), size });
}
