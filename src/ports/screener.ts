import type { Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/** How deep longs fall before the price comes back by one percent. */
export const MOVE_FIGURES = [
  'swingsPerDay',
  'dropP50Percent',
  'dropP90Percent',
  'dropP99Percent',
  'dropWorstPercent',
  'unreboundedPercent',
  'reboundMinutes',
] as const;

/** What is computed of a symbol's stored past. Statistics are floats; percentages are in percent: 1.5 is 1.5 %. */
export const PAST_FIGURES = [
  'changeHourPercent',
  'changeWeekPercent',
  'changeMonthPercent',
  'volumeMonthMedian',
  'natrHourPercent',
  'natrFourHoursPercent',
  'natrDayPercent',
  'volatilityPercent',
  'rangeDayPercent',
  'drawdownQuarterPercent',
  'emaDistancePercent',
  'btcCorrelation',
  'btcBeta',
  'correlationCluster',
  'fundingMeanPercent',
  'fundingPositivePercent',
  ...MOVE_FIGURES,
] as const;

/** What the exchange is asked for once an hour, a request or two a symbol. */
export const SURVEY_FIGURES = [
  'spreadBps',
  'depthUsdt',
  'depthReachPercent',
  'tradesDay',
  'openInterestUsdt',
  'openInterestChangePercent',
  'openInterestVolumeRatio',
  'drawdownAllTimePercent',
] as const;

export type MarketFigure = (typeof PAST_FIGURES)[number] | (typeof SURVEY_FIGURES)[number];

/** Why a figure has no value. */
export type MissingReason =
  /** No minute of the symbol is stored. */
  | 'NOT_STORED'
  /** Less of the past is stored than it needs, or too much of it is missing. */
  | 'PAST_SHORT'
  /** The exchange has not told it, or not yet. */
  | 'NOT_TOLD'
  /** Nothing here provides it. */
  | 'NO_SOURCE'
  /** It is undefined: a division by zero, such as the beta of a price that never moved. */
  | 'UNDEFINED';

/** A figure, or why it has none. */
export type Figure = number | MissingReason;
export type Figures = Readonly<Partial<Record<MarketFigure, Figure>>>;

/** One symbol at one hour. */
export interface SymbolSnapshot {
  readonly symbol: string;
  /** Market time: the end of the last minute that its figures of the past rest on; null where none is stored. */
  readonly pastAt: Instant | null;
  /** Market time at which the exchange was asked; null when it did not answer. */
  readonly surveyedAt: Instant | null;
  readonly figures: Figures;
  /** Closes of the last seven days, every four hours, oldest first, in ticks. */
  readonly spark: readonly number[];
}

/** A symbol whose stored past is read. */
export interface ScreenedContract {
  readonly instrument: Instrument;
  readonly fundingHours: number;
}
