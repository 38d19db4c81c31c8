import { useText } from '#web/i18n/text.tsx';
import { NumberField, SelectField } from '#web/ui/form/field.tsx';
import { type StrategyCheck, troubleAt } from '../draft/check-strategy.ts';
import type { SideDraft } from '../draft/strategy-draft.ts';
import css from './form.module.css';

interface ExitProps {
  readonly direction: 'buy' | 'sell';
  readonly side: SideDraft;
  readonly check: StrategyCheck;
  /** @param gesture - the field that is typed into */
  readonly onChange: (patch: Partial<SideDraft>, gesture?: string) => void;
}

/** Take profit, trailing and stop of one direction; empty means off. */
export function ExitFields({ direction, side, check, onChange }: ExitProps) {
  const t = useText();
  const error = (field: string) => (troubleAt(check, `${direction}.${field}`) === null ? '' : t('rules.invalid'));
  return (
    <div className={css['grid']}>
      <NumberField
        label={t('rules.takeProfit')}
        unit="%"
        placeholder={t('ladder.hint.off')}
        value={side.takeProfitPercent}
        error={error('takeProfitPercent')}
        onChange={(takeProfitPercent) => onChange({ takeProfitPercent }, 'takeProfit')}
      />
      <NumberField
        label={t('rules.trailing')}
        unit="%"
        placeholder={t('ladder.hint.off')}
        value={side.trailingPercent}
        error={error('trailingPercent')}
        onChange={(trailingPercent) => onChange({ trailingPercent }, 'trailing')}
      />
      <SelectField
        label={t('rules.stop')}
        value={side.stopType}
        options={(['none', 'percent', 'atr'] as const).map((value) => ({ value, label: t(`rules.stop.${value}`) }))}
        error={side.stopType === 'none' ? error('stop') : ''}
        onChange={(value) => onChange({ stopType: value === 'percent' || value === 'atr' ? value : 'none' })}
      />
      {side.stopType === 'percent' ? (
        <NumberField
          label={t('rules.stop.value')}
          unit="%"
          value={side.stopValue}
          error={error('stop')}
          onChange={(stopValue) => onChange({ stopValue }, 'stopValue')}
        />
      ) : null}
      {side.stopType === 'atr' ? (
        <>
          <NumberField
            label={t('rules.stop.mult')}
            unit="×"
            value={side.stopMult}
            error={error('stop.mult')}
            onChange={(stopMult) => onChange({ stopMult }, 'stopMult')}
          />
          <NumberField
            label={t('rules.stop.bars')}
            decimals={0}
            value={side.stopBars}
            error={error('stop.n')}
            onChange={(stopBars) => onChange({ stopBars }, 'stopBars')}
          />
        </>
      ) : null}
    </div>
  );
}
