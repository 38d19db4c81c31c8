import type { ChartCandle } from './candle-picture.ts';

/** A value bar by bar; null where it is not known. */
export interface ChartLine {
  readonly id: string;
  readonly title: string;
  /** One for each bar of the picture. */
  readonly values: readonly (number | null)[];
}

/** Values with a scale of their own, below the candles. */
export interface ChartPane {
  readonly id: string;
  readonly shape: 'line' | 'columns';
  readonly lines: readonly ChartLine[];
  /** Constants that the values are compared with. */
  readonly levels: readonly number[];
}

/** A close at which a rule acted, or at which a cycle that it opened has ended. */
export interface TriggerMarker {
  readonly id: string;
  /** Index of its bar. */
  readonly bar: number;
  readonly kind: 'entered' | 'skipped' | 'closed';
  readonly direction: 'buy' | 'sell';
  readonly text: string;
  readonly tone: 'profit' | 'loss' | 'step';
}

/** Bars in which a position was held. */
export interface HeldSpan {
  readonly from: number;
  readonly to: number;
  readonly tone: 'profit' | 'loss' | 'step';
}

/** Candles with the values that rules compare, and with everything that the rules did. */
export interface RulePicture {
  /** Identifies the series; the view is fitted again when it changes. */
  readonly viewKey: string;
  /** Oldest first; null where there was no market. */
  readonly bars: readonly (ChartCandle | null)[];
  /** When each of the bars opened, UTC milliseconds. */
  readonly times: readonly number[];
  /** Values on the scale of the price. */
  readonly overlays: readonly ChartLine[];
  readonly panes: readonly ChartPane[];
  readonly markers: readonly TriggerMarker[];
  readonly held: readonly HeldSpan[];
  readonly decimals: number;
  /** Index of the bar that is looked at; null: none. */
  readonly looked: number | null;
}
