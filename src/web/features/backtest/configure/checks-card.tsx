import { paperLadder } from '#engine/bots/registry.ts';
import { useText } from '#web/i18n/text.tsx';
import { NumberField, SelectField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { DraftEditor } from '../draft/draft-editor.ts';
import type { Ranking } from '../draft/test-draft.ts';
import css from './configure.module.css';

const rankings = [
  'roi_committed',
  'return',
  'result',
  'sharpe',
  'sortino',
  'calmar',
  'profit_factor',
] as const satisfies readonly Ranking[];

/** What keeps a good result from being luck: days kept apart, windows, and by what points are ranked. */
export function ChecksCard({ editor: { draft, change } }: { readonly editor: DraftEditor }) {
  const t = useText();
  const usual = draft.kind === paperLadder.kind ? 'roi_committed' : 'return';
  return (
    <Card title={t('backtest.checks')}>
      <div className={css['grid']}>
        <NumberField
          label={t('backtest.outOfSample')}
          info={t('backtest.outOfSampleInfo')}
          unit="%"
          decimals={0}
          placeholder={t('backtest.none')}
          value={draft.outOfSamplePercent}
          onChange={(outOfSamplePercent) => change({ outOfSamplePercent })}
        />
        <NumberField
          label={t('backtest.trainDays')}
          info={t('backtest.walkForwardInfo')}
          unit={t('backtest.daysUnit')}
          decimals={0}
          placeholder={t('backtest.none')}
          value={draft.trainDays}
          onChange={(trainDays) => change({ trainDays })}
        />
        <NumberField
          label={t('backtest.testDays')}
          unit={t('backtest.daysUnit')}
          decimals={0}
          placeholder={t('backtest.none')}
          value={draft.testDays}
          onChange={(testDays) => change({ testDays })}
        />
        <SelectField
          label={t('backtest.rankBy')}
          value={draft.rankBy === '' ? usual : draft.rankBy}
          onChange={(value) => change({ rankBy: rankings.find((one) => one === value) ?? '' })}
          options={rankings.map((value) => ({ value, label: t(`backtest.rank.${value}`) }))}
        />
      </div>
    </Card>
  );
}
