import { useSyncExternalStore } from 'react';

/** The colour tokens of charts, resolved to plain colours, because a canvas has no CSS variables. */
export interface ChartColors {
  readonly text: string;
  readonly value: string;
  readonly step: string;
  readonly grid: string;
  readonly rule: string;
  readonly surface: string;
  readonly ground: string;
  readonly accent: string;
  readonly profit: string;
  readonly loss: string;
  readonly warn: string;
  readonly candleUp: string;
  readonly candleDown: string;
  readonly volume: string;
  readonly series1: string;
  readonly series2: string;
  readonly series3: string;
  readonly series4: string;
  readonly series5: string;
  readonly series6: string;
}

const tokens: Record<keyof ChartColors, readonly string[]> = {
  text: ['--by-tx3'],
  value: ['--by-tx'],
  step: ['--by-tx2'],
  grid: ['--by-line'],
  rule: ['--by-line2'],
  surface: ['--by-s1'],
  ground: ['--by-bg'],
  accent: ['--by-accent'],
  profit: ['--by-profit'],
  loss: ['--by-loss'],
  warn: ['--by-warn'],
  candleUp: ['--by-candle-up', '--by-profit'],
  candleDown: ['--by-candle-down', '--by-loss'],
  volume: ['--by-volume', '--by-line2'],
  series1: ['--by-series-1'],
  series2: ['--by-series-2'],
  series3: ['--by-series-3'],
  series4: ['--by-series-4'],
  series5: ['--by-series-5'],
  series6: ['--by-series-6'],
};

let known: { readonly key: string; readonly colors: ChartColors } | null = null;

/** The colours of the present theme; redraws the caller when theme or colour-blind option change. */
export function useChartColors(): ChartColors {
  return useSyncExternalStore(subscribe, currentColors);
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}

function currentColors(): ChartColors {
  const styles = getComputedStyle(document.documentElement);
  const value = (names: readonly string[]): string => {
    const set = names.map((name) => styles.getPropertyValue(name).trim()).find((text) => text !== '');
    return set ?? styles.color;
  };
  const colors = Object.fromEntries(Object.entries(tokens).map(([name, names]) => [name, value(names)]));
  const key = JSON.stringify(colors);
  // The same object while nothing has changed: a new one each time would cause an endless redraw.
  if (known?.key !== key) known = { key, colors: colors as unknown as ChartColors };
  return known.colors;
}

/** A six-digit colour with an opacity from 0 to 1, as the eight-digit form. */
export function faded(color: string, opacity: number): string {
  const alpha = Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}${alpha}` : color;
}
