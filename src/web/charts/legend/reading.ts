import { axisNumber } from '../axis-number.ts';
import type { ChartCandle } from '../candle-picture.ts';

/** What the chart says at one instant: each series by its name, with its value as text. */
export interface Reading {
  /** UTC milliseconds. */
  readonly time: number;
  readonly values: readonly ReadValue[];
}

export interface ReadValue {
  /** Of the series; the legend shows its word for it. */
  readonly name: string;
  readonly value: string;
}

/** The reading of a bar. @param decimals - of the contract's tick */
export function barReading(bar: ChartCandle, decimals: number): Reading {
  const names = ['open', 'high', 'low', 'close'] as const;
  return { time: bar.time, values: names.map((name) => ({ name, value: axisNumber(bar[name], decimals) })) };
}

/** Holds the reading under the crosshair, so that only the legend is drawn again when the pointer moves. */
export interface Readings {
  read(): Reading | null;
  tell(reading: Reading | null): void;
  subscribe(changed: () => void): () => void;
}

export function makeReadings(): Readings {
  let now: Reading | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => now,
    tell(reading) {
      if (JSON.stringify(reading) === JSON.stringify(now)) return;
      now = reading;
      for (const listener of listeners) listener();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
