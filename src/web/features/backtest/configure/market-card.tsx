import '#web/ui/form/field-styles.ts';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { SYMBOLS_OF_TEST_MAX } from '#contract/limits.ts';
import type { Asset } from '#web/api/market/instrument.ts';
import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { ChoiceField, NumberField } from '#web/ui/form/field.tsx';
import { FieldFrame } from '#web/ui/form/field-frame.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { utcDay } from '#web/ui/values/format.ts';
import type { DraftEditor } from '../draft/draft-editor.ts';
import { daysIn, type PeriodChoice, periodPresets, type TestPeriod } from '../draft/period.ts';
import css from './configure.module.css';

interface MarketCardProps {
  readonly editor: DraftEditor;
  readonly assets: readonly Asset[];
  readonly period: TestPeriod;
}

/** Where and when: symbols, days, and the money that the test begins with. */
export function MarketCard({ editor: { draft, change }, assets, period }: MarketCardProps) {
  const t = useText();
  return (
    <Card title={t('backtest.market')}>
      <div className={css['grid']}>
        <MultiSelect
          className={css['wide'] ?? ''}
          label={t('start.symbols')}
          data={assets.map(({ futuresTicker }) => futuresTicker)}
          value={[...draft.symbols]}
          onChange={(symbols) => change({ symbols })}
          maxValues={SYMBOLS_OF_TEST_MAX}
          searchable
          size="xs"
        />
        <div className={css['wide']}>
          <div className={css['caption']}>{t('backtest.period')}</div>
          <div className={css['line']}>
            <Chips
              label={t('backtest.period')}
              value={draft.period}
              onChange={(choice: PeriodChoice) =>
                change({ period: choice, days: choice === 'own' ? period : draft.days })
              }
              items={[...periodPresets, 'own' as const].map((value) => ({
                value,
                label: t(`backtest.period.${value}`),
              }))}
            />
            <PeriodWords period={period} />
          </div>
        </div>
        {draft.period === 'own' ? <Days draft={draft} change={change} /> : null}
        {draft.symbols.length > 1 ? (
          <ChoiceField
            label={t('backtest.walletOf')}
            info={t('backtest.walletInfo')}
            value={draft.wallet}
            onChange={(wallet) => change({ wallet })}
            options={(['each', 'shared'] as const).map((value) => ({ value, label: t(`backtest.wallet.${value}`) }))}
          />
        ) : null}
        <NumberField
          label={t('backtest.walletUsdt')}
          unit="USDT"
          value={draft.walletUsdt}
          onChange={(walletUsdt) => change({ walletUsdt })}
        />
      </div>
    </Card>
  );
}

/** "42 days, 4 May 2025 to 14 Jun 2025". */
function PeriodWords({ period }: { readonly period: TestPeriod }) {
  const t = useText();
  const days = daysIn(period);
  if (days === null) return null;
  const words = { from: utcDay(period.from, t.language), to: utcDay(period.to, t.language) };
  return <span className={css['quiet']}>{t.plural('backtest.days', days, words)}</span>;
}

function Days({ draft, change }: DraftEditor) {
  const t = useText();
  const { days } = draft;
  const day = (end: 'from' | 'to', label: string) => (
    <FieldFrame words={{ label }}>
      {(ties) => (
        <TextBox
          {...ties}
          type="date"
          value={days[end]}
          onChange={(event) => change({ days: { ...days, [end]: event.currentTarget.value } })}
        />
      )}
    </FieldFrame>
  );
  return (
    <>
      {day('from', t('backtest.firstDay'))}
      {day('to', t('backtest.lastDay'))}
    </>
  );
}
