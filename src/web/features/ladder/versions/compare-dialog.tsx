import { useQuery } from '@tanstack/react-query';
import { type MessageKey, type Text, useText } from '#web/i18n/text.tsx';
import { ladderFieldName, ladderValueName } from '#web/kinds/ladder-names.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { fieldRanges } from '../form/ladder-fields.ts';
import { type Strategy, strategyQuery } from '../strategy-queries.ts';
import { ChangeTable } from './change-table.tsx';
import css from './compare-dialog.module.css';
import { CompareFrame } from './compare-frame.tsx';
import { changedFields, changedSteps, type FieldChange, type Step } from './version-changes.ts';

/** What two versions of a ladder set differently. */
export function CompareDialog({ strategy }: { readonly strategy: Strategy }) {
  return (
    <CompareFrame strategy={strategy}>{(against) => <Changes strategy={strategy} against={against} />}</CompareFrame>
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
      <ChangeTable
        label={t('compare.fields')}
        head={t('compare.field')}
        changes={fields.map(({ field, before, after }) => ({
          name: ladderFieldName(field, t) ?? field,
          before: valueText(field, before, t),
          after: valueText(field, after, t),
        }))}
      />
      <StepTable before={older.data} after={strategy} />
    </>
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
        <ChangeTable
          label={t('compare.steps')}
          head={t('ladder.column.level')}
          changes={changed.map(({ level, before: was, after: is }) => ({
            name: level === 0 ? t('ladder.row.base') : t('ladder.row.step', { level }),
            before: stepText(was, t),
            after: stepText(is, t),
          }))}
        />
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
