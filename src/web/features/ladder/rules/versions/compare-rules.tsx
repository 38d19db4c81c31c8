import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { SelectField } from '#web/ui/form/field.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import css from '../../versions/compare-dialog.module.css';
import { type RuleStrategy, ruleStrategyQuery } from '../strategy-queries.ts';
import { ruleChanges } from './rule-changes.ts';

/** What two versions of a strategy of rules say differently: the address names the older one as `against`. */
export function CompareRules({ strategy }: { readonly strategy: RuleStrategy }) {
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

function Changes({ strategy, against }: { readonly strategy: RuleStrategy; readonly against: number }) {
  const t = useText();
  const older = useQuery(ruleStrategyQuery(useKind(), strategy.strategyId, against));
  if (older.isError) return <ProblemNote error={older.error} onRetry={() => void older.refetch()} />;
  if (older.isPending) return <SkeletonRows rows={6} />;
  const changes = ruleChanges(older.data.params, strategy.params, t);
  if (changes.length === 0) return <p>{t('compare.same')}</p>;
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
        {changes.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
