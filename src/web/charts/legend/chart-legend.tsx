import { useSyncExternalStore } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import classes from '../canvas/chart.module.css';
import type { Readings } from './reading.ts';

interface ChartLegendProps {
  readonly readings: Readings;
  /** The word for each series. */
  readonly names: Readonly<Record<string, string>>;
}

/** Every series with its value at the crosshair; away from the chart, at the newest point. */
export function ChartLegend({ readings, names }: ChartLegendProps) {
  const t = useText();
  const reading = useSyncExternalStore(readings.subscribe, readings.read);
  if (reading === null) return null;
  return (
    <p className={classes.legend} aria-hidden>
      <span>{utcMinute(new Date(reading.time).toISOString(), t.language)}</span>
      {reading.values.map(({ name, value }) => (
        <span key={name}>
          {names[name]} <b>{value}</b>
        </span>
      ))}
    </p>
  );
}

/** The words for the parts of a bar. */
export function barNames(t: Text): Readonly<Record<string, string>> {
  return {
    open: t('chart.open'),
    high: t('chart.high'),
    low: t('chart.low'),
    close: t('chart.close'),
    volume: t('chart.volume'),
  };
}
