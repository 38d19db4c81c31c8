import type * as z from 'zod/mini';
import type { candleInterval } from '#contract/market.ts';
import { useText } from '#web/i18n/text.tsx';
import { Segments } from './segments.tsx';

type Interval = z.output<typeof candleInterval>;

interface IntervalSwitchProps {
  readonly value: Interval;
  readonly choices: readonly Interval[];
  readonly onChange: (interval: Interval) => void;
}

/** Selects the length of one candle. */
export function IntervalSwitch({ value, choices, onChange }: IntervalSwitchProps) {
  const t = useText();
  return (
    <Segments
      label={t('chart.interval')}
      value={value}
      onChange={onChange}
      options={choices.map((one) => ({ value: one, label: t(`chart.interval.${one}`) }))}
    />
  );
}
